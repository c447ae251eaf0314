/** How long to wait before asking a server again that did not answer, or was busy. */
const firstPauseMs = 2_000
const longestPauseMs = 5 * 60_000

/** Doubles from 2 s to 5 min; half of it is chance, so that phones do not come back in step. */
export function pauseMs(tries: number, chance = Math.random()): number {
  const doublings = Math.min(Math.max(0, tries - 1), 16)
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** doublings)
  return Math.round(whole / 2 + (whole / 2) * chance)
}
