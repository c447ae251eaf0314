/** The server's time, in one place so that tests can turn it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** What a device's clock says, bounded to what can have been: from 1970 to now. */
export function readClaim(text: string, now: Date): Date {
  const claimedMs = new Date(text).getTime()
  if (Number.isNaN(claimedMs)) return now
  return new Date(Math.min(Math.max(claimedMs, 0), now.getTime()))
}
