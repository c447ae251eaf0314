/**
 * How long to wait before asking a server again that did not answer, or was busy. Each pause is
 * twice the one before up to a longest, and chance spreads them, so that devices do not come back
 * in step.
 */
const doublingsMax = 16

function doubled(tries: number, firstMs: number, longestMs: number): number {
  const doublings = Math.min(Math.max(0, tries - 1), doublingsMax)
  return Math.min(longestMs, firstMs * 2 ** doublings)
}

/** A device of a business: full jitter, 1 s to 60 s. */
export function deviceBackOffMs(failures: number, random: () => number): number {
  const leastMs = 200
  return leastMs + Math.round(random() * doubled(failures, 1_000, 60_000))
}

/** A stranger's phone, easier on its battery: 2 s to 5 min, half of it chance. */
export function visitorBackOffMs(tries: number, random: () => number = Math.random): number {
  const whole = doubled(tries, 2_000, 5 * 60_000)
  return Math.round(whole / 2 + (whole / 2) * random())
}
