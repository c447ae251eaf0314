/**
 * Attempt counters in the database, so that limits hold across servers and restarts. One statement
 * both counts and pauses: parallel tries are counted one after the other, and no limit is checked
 * before it is used (docs/trust.md 4, 5).
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { daySeconds } from '#schema/contract/time-spans.ts'
import { attempt } from '#schema/database/attempt.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** Pauses that double with every try after the free ones. */
export interface BackOff {
  freeTries: number
  pauseSecondsFirst: number
  pauseSecondsMax: number
  /** After this long without a try, the count starts over. */
  forgetSeconds: number
}

/** After wrong passwords and codes, per address or account. */
export const loginBackOff: BackOff = {
  freeTries: serverLimits.loginFailuresBeforePause - 1,
  pauseSecondsFirst: serverLimits.loginPauseSecondsFirst,
  pauseSecondsMax: serverLimits.loginPauseSecondsMax,
  forgetSeconds: daySeconds,
}

/** The counter's name, with a digest of its subject, so that strangers' addresses aren't stored. */
export function attemptKey(what: string, ...whose: string[]): string {
  return `${what}:${createHash('sha256').update(JSON.stringify(whose)).digest('base64url')}`
}

/** @returns seconds to wait, or 0 if this try was counted and may proceed */
export async function tryWithBackOff(
  db: Transaction,
  key: string,
  rule: BackOff,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const forgotten = sql`${attempt.lastAt} < ${at}::timestamptz - make_interval(secs => ${rule.forgetSeconds})`
  const count = sql`(case when ${forgotten} then 1 else ${attempt.count} + 1 end)`
  const doublings = sql`least(20, ${count} - ${rule.freeTries + 1})`
  const seconds = sql`least(${rule.pauseSecondsMax}::float8, ${rule.pauseSecondsFirst}::float8 * power(2, ${doublings}))`
  const counted = await db
    .insert(attempt)
    .values({ key, count: 1, sinceAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: attempt.key,
      set: {
        count,
        sinceAt: sql`case when ${forgotten} then ${at}::timestamptz else ${attempt.sinceAt} end`,
        lastAt: now,
        pausedUntil: sql`case when ${count} > ${rule.freeTries}
          then ${at}::timestamptz + make_interval(secs => ${seconds}) end`,
      },
      setWhere: sql`${attempt.pausedUntil} is null or ${attempt.pausedUntil} <= ${at}`,
    })
    .returning({ key: attempt.key })
  return counted.length > 0 ? 0 : Math.max(1, await pauseSeconds(db, key, now))
}

async function pauseSeconds(db: Transaction, key: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ pausedUntil: attempt.pausedUntil })
    .from(attempt)
    .where(eq(attempt.key, key))
  return Math.ceil(((row?.pausedUntil?.getTime() ?? 0) - now.getTime()) / 1000)
}

export async function forgetTries(db: Transaction, key: string): Promise<void> {
  await db.delete(attempt).where(eq(attempt.key, key))
}

/** `count` per fixed window, starting with the first attempt. */
export interface Budget {
  count: number
  windowSeconds: number
}

/** Takes back a try that turned out to be right, along with the pause it started. */
export async function giveBack(db: Transaction, key: string): Promise<void> {
  await db
    .update(attempt)
    .set({ count: sql`greatest(0, ${attempt.count} - 1)`, pausedUntil: null })
    .where(eq(attempt.key, key))
}

/** @returns seconds to wait, or 0 if this one was counted within the budget */
export async function spendBudget(
  db: Transaction,
  key: string,
  { count, windowSeconds }: Budget,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const over = sql`${attempt.sinceAt} <= ${at}::timestamptz - make_interval(secs => ${windowSeconds})`
  const spent = await db
    .insert(attempt)
    .values({ key, count: 1, sinceAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: attempt.key,
      set: {
        count: sql`case when ${over} then 1 else ${attempt.count} + 1 end`,
        sinceAt: sql`case when ${over} then ${at}::timestamptz else ${attempt.sinceAt} end`,
        lastAt: now,
      },
      setWhere: sql`${over} or ${attempt.count} < ${count}`,
    })
    .returning({ key: attempt.key })
  if (spent.length > 0) return 0
  const [row] = await db
    .select({ sinceAt: attempt.sinceAt })
    .from(attempt)
    .where(eq(attempt.key, key))
  const endsAt = (row?.sinceAt ?? now).getTime() + windowSeconds * 1000
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000))
}

/** @returns the count in the current window */
export async function countSince(
  db: Transaction,
  key: string,
  windowSeconds: number,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - windowSeconds * 1000)
  const [row] = await db
    .select({ count: attempt.count })
    .from(attempt)
    .where(and(eq(attempt.key, key), gt(attempt.sinceAt, since)))
  return row?.count ?? 0
}
