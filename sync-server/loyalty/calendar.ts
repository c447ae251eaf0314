/** Days as people live them: where each begins in a time zone, daylight saving included. */
const dayMs = 86_400_000

export interface DayStart {
  /** '2026-11-21' */
  day: string
  at: Date
}

/** @returns the last `count` days up to today, oldest first */
export function dayStarts(timeZone: string, count: number, now: Date): DayStart[] {
  const offsetAt = offsetIn(timeZone)
  const local = new Date(now.getTime() + offsetAt(now))
  const today = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  return Array.from({ length: count }, (_, n) => {
    const midnight = today - (count - 1 - n) * dayMs
    const near = new Date(midnight - offsetAt(new Date(midnight)))
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      at: new Date(midnight - offsetAt(near)),
    }
  })
}

/** @returns the minutes since midnight, as clocks there show them */
export function localMinutes(timeZone: string, at: Date): number {
  const local = new Date(at.getTime() + offsetIn(timeZone)(at))
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

/** @returns how far local time is ahead of UTC at an instant, in ms */
function offsetIn(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    const shown = Date.UTC(year, month - 1, day, hour, minute, second)
    return shown - Math.floor(at.getTime() / 1000) * 1000
  }
}
