/** When something was true that is shown without a network: 'as of 14:05'. */
import { formatDay, formatTime } from '#pwa/ui/format.ts'

export function asOf(instantMs: number, nowMs = Date.now()): string {
  const day = formatDay(new Date(instantMs))
  const time = formatTime(instantMs)
  return day === formatDay(new Date(nowMs)) ? `as of ${time}` : `as of ${day}, ${time}`
}
