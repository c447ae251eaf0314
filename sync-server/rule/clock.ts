/** The server's time, in one place so that tests can set it, and what devices claim about time. */
import { limits } from '#schema/contract/limits.ts'

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Parses a device's timestamp, corrects it by how far that clock is ahead, and clamps it to between
 * 1970 and now.
 */
export function readClaim(text: string, now: Date, skewMs = 0): Date {
  const isOff = Math.abs(skewMs) >= limits.clockToleratedSeconds * 1000
  const claimedMs = new Date(text).getTime() - (isOff ? skewMs : 0)
  if (Number.isNaN(claimedMs)) return now
  return new Date(Math.min(Math.max(claimedMs, 0), now.getTime()))
}
