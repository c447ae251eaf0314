/**
 * Exponential back-off with a maximum, for retries against a server that is busy or cannot be
 * reached. Jitter keeps devices from retrying at the same moment.
 */
import { minuteMs } from '#schema/contract/time-spans.ts'

const doublingsMax = 16

function doubled(tries: number, firstMs: number, longestMs: number): number {
  const doublings = Math.min(Math.max(0, tries - 1), doublingsMax)
  return Math.min(longestMs, firstMs * 2 ** doublings)
}

/** A business's device: full jitter, 1 s to 60 s. */
export function deviceBackOffMs(failures: number, random: () => number): number {
  const leastMs = 200
  return leastMs + Math.round(random() * doubled(failures, 1_000, minuteMs))
}

/** A visitor's phone, to save its battery: 2 s to 5 min, half of it jitter. */
export function visitorBackOffMs(tries: number, random: () => number = Math.random): number {
  const whole = doubled(tries, 2_000, 5 * minuteMs)
  return Math.round(whole / 2 + (whole / 2) * random())
}
