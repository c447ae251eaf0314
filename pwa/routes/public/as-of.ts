/** The time of data that is shown offline: 'at 2:05 PM'. */

import { formatDay, formatTime } from '#pwa/texts/format.ts'
import { joinTexts } from '#pwa/texts/join.ts'

export function asOf(instantMs: number, nowMs = Date.now()): string {
  const day = formatDay(new Date(instantMs))
  const time = formatTime(instantMs)
  return day === formatDay(new Date(nowMs))
    ? joinTexts.asOfTime(time)
    : joinTexts.asOfDay(day, time)
}
