/**
 * One-time codes: six digits, valid for ten minutes and one use, stored as a keyed digest, and
 * invalid after five wrong tries. A new code invalidates the old one. Sending is limited per
 * address, guessing per network and across the platform. `reset-code.ts` decides when a code resets
 * a password.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { daySeconds, hourSeconds, minuteMs } from '#schema/contract/time-spans.ts'
import { type CodePurpose, oneTimeCode } from '#schema/database/one-time-code.ts'
import {
  attemptKey,
  type Budget,
  countSince,
  giveBack,
  spendBudget,
} from '#sync-server/rule/attempts.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { deriveKey } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** The code's subject; several flows may share one. */
export interface CodeSubject {
  purpose: CodePurpose
  subjectId: string
}

const whoseBudget = {
  'code.pause': (address: string, { purpose }: CodeSubject) => [purpose, address],
  // Checked before the address's own budgets, so a single stranger can't exhaust those.
  'code.asker': (address: string, _: CodeSubject, network: string) => [address, network],
  'code.hour': (address: string) => [address],
  'code.day': (address: string) => [address],
}
const sending: [keyof typeof whoseBudget, Budget][] = [
  ['code.pause', { count: 1, windowSeconds: limits.oneTimeCodePauseSeconds }],
  ['code.asker', { count: serverLimits.oneTimeCodesPerNetworkPerDay, windowSeconds: daySeconds }],
  ['code.hour', { count: serverLimits.oneTimeCodesPerHour, windowSeconds: hourSeconds }],
  ['code.day', { count: serverLimits.oneTimeCodesPerDay, windowSeconds: daySeconds }],
]
const failuresKey = 'code.failures'

export type Issued = { code: string; waitSeconds: 0 } | { code: null; waitSeconds: number }

/** @param address the address's key, whose budget is spent; known or unknown */
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
      // A code that isn't sent costs no budget.
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
    expiresAt: new Date(now.getTime() + limits.oneTimeCodeMinutes * minuteMs),
  })
  return code
}

export async function endCodes(subject: CodeSubject, { db, now }: Rule): Promise<void> {
  await db.update(oneTimeCode).set({ endedAt: now }).where(isAliveFor(subject))
}

/**
 * Tries a code and uses it up if it is right. The statement that reads the code also counts the
 * try, so parallel guesses can't exceed the limit.
 */
export async function takeCode(
  subject: CodeSubject,
  code: string,
  rule: Rule,
): Promise<'right' | 'wrong' | 'no_code'> {
  const { db, now, config } = rule
  const triesMax = (await isSlowed(rule)) ? 1 : serverLimits.oneTimeCodeTries
  const [row] = await db
    .update(oneTimeCode)
    .set({ tries: sql`${oneTimeCode.tries} + 1` })
    .where(
      and(isAliveFor(subject), lt(oneTimeCode.tries, triesMax), gt(oneTimeCode.expiresAt, now)),
    )
    .returning({ id: oneTimeCode.id, codeHash: oneTimeCode.codeHash })
  const right = isSame(row?.codeHash ?? '', digestOf(code, subject, config.sessionSecret))
  // Without a live code, guessing is harmless and needs no slowdown.
  if (!row) return 'no_code'
  if (!right) {
    // Effectively unlimited: only counted, for `isSlowed`.
    await spendBudget(db, failuresKey, { count: 2 ** 31 - 1, windowSeconds: hourSeconds }, now)
    return 'wrong'
  }
  await db.update(oneTimeCode).set({ endedAt: now }).where(eq(oneTimeCode.id, row.id))
  return 'right'
}

/**
 * Counts a guess before any other work. While many codes are being guessed on the platform, each
 * code allows one try and each network one per minute: guessing gets slow, and people with the mail
 * still get in.
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

/** A right code doesn't count as a guess. */
export async function forgiveGuess({ db, by }: Rule): Promise<void> {
  await giveBack(db, guessesKey(by.network))
}

function guessesKey(network: string): string {
  return attemptKey('code.guesses', network)
}

/** True while many codes are being guessed on the platform this hour. */
async function isSlowed({ db, now }: Rule): Promise<boolean> {
  const failures = await countSince(db, failuresKey, hourSeconds, now)
  return failures >= serverLimits.oneTimeCodeFailuresPerHourOnPlatform
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
