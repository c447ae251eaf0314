/**
 * One-time codes: six digits that live ten minutes, are kept as a keyed digest, work once and die
 * after five wrong tries. A new one ends the old one. Sending is bounded per address, guessing per
 * network, per account and over the whole platform. Codes prove an address for the first time; they
 * reset a password only while few wrong ones were tried (docs/decisions/0080).
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { attempt } from '#schema/database/attempt.ts'
import { type CodePurpose, oneTimeCode } from '#schema/database/one-time-code.ts'
import { attemptKey, type Budget, giveBack, spendBudget } from '#sync-server/rule/attempts.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { deriveKey } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** Whose code it is: a flow leads here, and several may lead to the same. */
export interface CodeSubject {
  purpose: CodePurpose
  subjectId: string
}

const hourSeconds = 3_600
const whoseBudget = {
  'code.pause': (address: string, { purpose }: CodeSubject) => [purpose, address],
  // Before the address's own: one stranger cannot use it up.
  'code.asker': (address: string, _: CodeSubject, network: string) => [address, network],
  'code.hour': (address: string) => [address],
  'code.day': (address: string) => [address],
}
const sending: [keyof typeof whoseBudget, Budget][] = [
  ['code.pause', { count: 1, windowSeconds: limits.oneTimeCodePauseSeconds }],
  [
    'code.asker',
    { count: serverLimits.oneTimeCodesPerNetworkPerDay, windowSeconds: 24 * hourSeconds },
  ],
  ['code.hour', { count: serverLimits.oneTimeCodesPerHour, windowSeconds: hourSeconds }],
  ['code.day', { count: serverLimits.oneTimeCodesPerDay, windowSeconds: 24 * hourSeconds }],
]
const failuresKey = 'code.failures'
const resetFailures: Budget = {
  count: serverLimits.resetCodeFailuresPerWeek,
  windowSeconds: 7 * 24 * hourSeconds,
}

export type Issued = { code: string; waitSeconds: 0 } | { code: null; waitSeconds: number }

/** @param address whose budget it is: an address's key, known or unknown */
export async function issueCode(
  subject: CodeSubject,
  address: string,
  rule: Rule,
): Promise<Issued> {
  const { db, now, by } = rule
  const spent: string[] = []
  for (const [what, budget] of sending) {
    const key = attemptKey(what, ...whoseBudget[what](address, subject, by.network))
    const waitSeconds = await spendBudget(db, key, budget, now)
    if (waitSeconds > 0) {
      // What is not sent uses nothing up.
      for (const earlier of spent) await giveBack(db, earlier)
      return { code: null, waitSeconds }
    }
    spent.push(key)
  }
  return { code: await newCode(subject, rule), waitSeconds: 0 }
}

async function newCode(subject: CodeSubject, rule: Rule): Promise<string> {
  const { db, now, config } = rule
  const code = String(randomInt(10 ** limits.oneTimeCodeDigits)).padStart(
    limits.oneTimeCodeDigits,
    '0',
  )
  await endCodes(subject, rule)
  await db.insert(oneTimeCode).values({
    id: newId(),
    ...subject,
    codeHash: digestOf(code, subject, config.sessionSecret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.oneTimeCodeMinutes * 60_000),
  })
  return code
}

export async function endCodes(subject: CodeSubject, { db, now }: Rule): Promise<void> {
  await db.update(oneTimeCode).set({ endedAt: now }).where(isAliveFor(subject))
}

/**
 * Tries a code; a right one is used up. The try is counted by the statement that reads the code, so
 * that parallel guesses do not get past the limit.
 */
export async function takeCode(subject: CodeSubject, code: string, rule: Rule): Promise<boolean> {
  const { db, now, config } = rule
  const isSlow = await isSlowed(rule)
  if (subject.purpose === 'reset' && (isSlow || (await isWornOut(subject, rule)))) return false
  const triesMax = isSlow ? 1 : serverLimits.oneTimeCodeTries
  const [row] = await db
    .update(oneTimeCode)
    .set({ tries: sql`${oneTimeCode.tries} + 1` })
    .where(
      and(isAliveFor(subject), lt(oneTimeCode.tries, triesMax), gt(oneTimeCode.expiresAt, now)),
    )
    .returning({ id: oneTimeCode.id, codeHash: oneTimeCode.codeHash })
  const right = isSame(row?.codeHash ?? '', digestOf(code, subject, config.sessionSecret))
  // Where no code lives nothing can be guessed, and nobody has to be slowed down for it.
  if (!row) return false
  if (!right) {
    // No limit here: only counted, for `isSlowed`.
    await spendBudget(db, failuresKey, { count: 2 ** 31 - 1, windowSeconds: hourSeconds }, now)
    if (subject.purpose === 'reset') {
      await spendBudget(db, weekKey(subject), resetFailures, now)
    }
    return false
  }
  await db.update(oneTimeCode).set({ endedAt: now }).where(eq(oneTimeCode.id, row.id))
  return true
}

/**
 * Counts a guess before anything is done for it. While many codes are being guessed on the platform,
 * each takes one try and each network one a minute: guessing gets slow, and a person who has the
 * mail still gets in.
 * @returns seconds to wait, or 0
 */
export async function admitGuess(rule: Rule): Promise<number> {
  const { db, by, now } = rule
  const perHour = { count: serverLimits.codeGuessesPerNetworkPerHour, windowSeconds: hourSeconds }
  const waitSeconds = await spendBudget(db, guessesKey(by.network), perHour, now)
  if (waitSeconds > 0 || !(await isSlowed(rule))) return waitSeconds
  const budget = { count: 1, windowSeconds: serverLimits.codePauseSecondsWhenSlowed }
  return spendBudget(db, attemptKey('code.slowed', by.network), budget, now)
}

/** A right code is no guess. */
export async function forgiveGuess({ db, by }: Rule): Promise<void> {
  await giveBack(db, guessesKey(by.network))
}

function guessesKey(network: string): string {
  return attemptKey('code.guesses', network)
}

async function isSlowed(rule: Rule): Promise<boolean> {
  const failures = await countSince(failuresKey, hourSeconds, rule)
  return failures >= serverLimits.oneTimeCodeFailuresPerHourOnPlatform
}

/** So many wrong codes were tried for an account that none of six digits resets it any more. */
async function isWornOut(subject: CodeSubject, rule: Rule): Promise<boolean> {
  const { count, windowSeconds } = resetFailures
  return (await countSince(weekKey(subject), windowSeconds, rule)) >= count
}

/** @returns whether a reset mail carries a code beside its link */
export async function mayResetByCode(subject: CodeSubject, rule: Rule): Promise<boolean> {
  return !(await isSlowed(rule)) && !(await isWornOut(subject, rule))
}

function weekKey({ subjectId }: CodeSubject): string {
  return attemptKey('code.week', subjectId)
}

async function countSince(key: string, seconds: number, { db, now }: Rule): Promise<number> {
  const [row] = await db
    .select({ count: attempt.count })
    .from(attempt)
    .where(and(eq(attempt.key, key), gt(attempt.sinceAt, new Date(now.getTime() - seconds * 1000))))
  return row?.count ?? 0
}

function isAliveFor({ purpose, subjectId }: CodeSubject) {
  return and(
    eq(oneTimeCode.purpose, purpose),
    eq(oneTimeCode.subjectId, subjectId),
    isNull(oneTimeCode.endedAt),
  )
}

function digestOf(code: string, { purpose, subjectId }: CodeSubject, secret: string): string {
  const words = JSON.stringify([purpose, subjectId, code])
  return createHmac('sha256', deriveKey(secret, 'one-time code')).update(words).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
