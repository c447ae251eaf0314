/** The server's time, in one place so that tests can set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Parses a device's timestamp and clamps it to between 1970 and now. */
export function readClaim(text: string, now: Date): Date {
  const claimedMs = new Date(text).getTime()
  if (Number.isNaN(claimedMs)) return now
  return new Date(Math.min(Math.max(claimedMs, 0), now.getTime()))
}
