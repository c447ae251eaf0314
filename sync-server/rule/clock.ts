/** The server's time, in one place so that tests can set it, and what devices claim about time. */
import { limits } from '#schema/contract/limits.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

interface Claimed {
  madeAt: Date
  receivedAt: Date
}

/**
 * When work counts as done: when it was made, or when it was received if that claim is too old to be
 * plausible (docs/decisions/0450-the-day-of-a-sale.md).
 */
export function recordedAt({ madeAt, receivedAt }: Claimed, business: { createdAt: Date }): Date {
  const oldestMs = Math.max(
    receivedAt.getTime() - serverLimits.lateWorkDays * dayMs,
    business.createdAt.getTime(),
  )
  return madeAt.getTime() < oldestMs || madeAt > receivedAt ? receivedAt : madeAt
}

/**
 * @returns when a row arrived, if that was in a later hour than the one it counts in; the counts of
 * that hour may be stored already (docs/decisions/0045-activity-by-the-hour.md)
 */
export function arrivedLate({ recordedAt, now }: { recordedAt: Date; now: Date }): Date | null {
  const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs)
  return hourOf(recordedAt) < hourOf(now) ? now : null
}
