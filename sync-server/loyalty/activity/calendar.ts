/** Calendar days: when each begins in a time zone, including daylight saving time. */
import { addDays, dayOf, offsetAt, startOfDay } from '#schema/contract/day.ts'

interface DayStart {
  /** '2026-11-21' */
  day: string
  at: Date
}

/** @returns the last `count` days including today, oldest first */
export function dayStarts(timeZone: string, count: number, now: Date): DayStart[] {
  const today = dayOf(now.getTime(), timeZone)
  return Array.from({ length: count }, (_, n) => {
    const day = addDays(today, n + 1 - count)
    return { day, at: new Date(startOfDay(day, timeZone)) }
  })
}

/** @returns the minutes since local midnight */
export function localMinutes(timeZone: string, at: Date): number {
  const local = new Date(at.getTime() + offsetAt(at.getTime(), timeZone))
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}
