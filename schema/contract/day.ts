/**
 * Calendar days in a time zone: the day of an instant, and when that day ends, across clock
 * changes. Servers and devices use only these functions (decision 370).
 */
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'

/**
 * For a business without a time zone. Of all US states' time zones, days end last in this one, so
 * that a coupon never expires before the day it names is over (decision 370).
 */
export const defaultTimeZone = 'Pacific/Honolulu'

/** The business's time zone; the default if it has none, or one that this runtime doesn't know. */
export function timeZoneOf(of: { timeZone?: string | null | undefined } | null): string {
  const name = of?.timeZone
  return name && isKnownTimeZone(name) ? name : defaultTimeZone
}

export function isKnownTimeZone(name: string): boolean {
  return clockIn(name) !== null
}

/** @returns the local day of an instant, '2026-12-03' */
export function dayOf(at: number, timeZone: string): string {
  // ISO strings write years of more than four digits differently.
  const shown = Math.min(at + offsetAt(at, timeZone), Date.UTC(9999, 11, 31))
  return new Date(shown).toISOString().slice(0, 10)
}

/** @returns '2026-12-10' for 7 days after '2026-12-03' */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** @returns the last millisecond at which local clocks show this day or an earlier one */
export function endOfDay(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`
  const known = ends.get(key)
  if (known !== undefined) return known
  const end = findEnd(day, timeZone)
  if (ends.size >= endsKept) ends.clear()
  ends.set(key, end)
  return end
}

/** Reading a clock is slow, and the same few days end for every coupon. */
const ends = new Map<string, number>()
const endsKept = 1_000

function findEnd(day: string, timeZone: string): number {
  const midnight = Date.parse(day) + dayMs
  // Clocks are at most 14 hours ahead of UTC and 12 behind it, so the end is between these two.
  const [from, until] = [midnight - 15 * hourMs, midnight + 13 * hourMs]
  const [before, after] = [offsetAt(from, timeZone), offsetAt(until, timeZone)]
  if (before === after) return midnight - after - 1
  const change = findChange(from, until, timeZone)
  const end = midnight - after
  return (end > change ? end : Math.min(change, midnight - before)) - 1
}

/** @returns the first millisecond of a local day */
export function startOfDay(day: string, timeZone: string): number {
  return endOfDay(addDays(day, -1), timeZone) + 1
}

/** @returns the offset of local clocks from UTC, in ms */
export function offsetAt(at: number, timeZone: string): number {
  const clock = clockIn(timeZone)
  if (clock === null) throw new RangeError(`${timeZone} is no time zone`)
  const parts = Object.fromEntries(
    clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return shown - Math.floor(at / 1000) * 1000
}

/** Finds the instant between two with different offsets at which the later offset begins. */
function findChange(from: number, until: number, timeZone: string): number {
  const after = offsetAt(until, timeZone)
  let [earlier, later] = [from, until]
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    if (offsetAt(middle, timeZone) === after) later = middle
    else earlier = middle
  }
  return later
}

/** Creating a formatter takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(timeZone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = makeClock(timeZone)
  // Unknown names come from outside and are unlimited, so they are not cached.
  if (made) clocks.set(timeZone, made)
  return made
}

function makeClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
