/** Quiet hours: delays notifications while a phone's owner doesn't want any. */

import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { localMinutes } from '#sync-server/loyalty/activity/calendar.ts'

export interface QuietHours {
  /** '22:00' */
  quietFrom: string
  quietUntil: string
  timeZone: string
}

const dayMinutes = dayMs / minuteMs

/** @returns now, or the end of the current quiet hours */
export function endOfQuiet({ quietFrom, quietUntil, timeZone }: QuietHours, now: Date): Date {
  const from = minutesOf(quietFrom)
  const length = (minutesOf(quietUntil) - from + dayMinutes) % dayMinutes
  const passed = (localMinutes(timeZone, now) - from + dayMinutes) % dayMinutes
  if (passed >= length) return now
  const end = new Date(now.getTime() + (length - passed) * minuteMs)
  // Correct for a clock change in between.
  const drift = localMinutes(timeZone, end) - minutesOf(quietUntil)
  return new Date(end.getTime() - nearest(drift) * minuteMs)
}

const nearest = (minutes: number) => ((minutes + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
