/**
 * Six digits reset a password only while few wrong ones were tried (docs/decisions/0080): per
 * network and day, per account and week, and for all accounts per day. Beyond that, the link in the
 * same mail still works. One network can use only a small share of the last limit. Guesses at
 * addresses without an account, and at codes of other kinds, use none of it, so no stranger can
 * disable codes for everyone.
 */
import { daySeconds } from '#schema/contract/time-spans.ts'
import {
  attemptKey,
  type Budget,
  countSince,
  giveBack,
  spendBudget,
} from '#sync-server/rule/attempts.ts'
import { wideNetworkOf } from '#sync-server/rule/origin.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type CodeSubject, takeCode } from './one-time-code.ts'

const ofAccount: Budget = {
  count: serverLimits.resetCodeFailuresPerWeek,
  windowSeconds: 7 * daySeconds,
}
const ofPlatform: Budget = {
  count: serverLimits.resetCodeFailuresPerDayOnPlatform,
  windowSeconds: daySeconds,
}
const platformKey = 'code.reset'

/**
 * Counts a try of the caller's network before it is known to be wrong. The answer depends only on
 * the platform and the network, so it reveals nothing about an account.
 * @returns whether digits reset a password for this caller now
 */
export async function admitResetCode(rule: Rule): Promise<boolean> {
  if (await isSpent(platformKey, ofPlatform, rule)) return false
  for (const [key, budget] of ofNetwork(rule)) {
    if ((await spendBudget(rule.db, key, budget, rule.now)) > 0) return false
  }
  return true
}

interface ResetCode {
  subject: CodeSubject
  code: string
  hasAccount: boolean
}

/**
 * Writes the same amount for an address without an account, so that the answer takes the same time.
 */
export async function takeResetCode(
  { subject, code, hasAccount }: ResetCode,
  rule: Rule,
): Promise<boolean> {
  const { db, now } = rule
  if (await isWornOut(subject, rule)) return false
  const taken = await takeCode(subject, code, rule)
  if (taken !== 'wrong') {
    for (const [key] of ofNetwork(rule)) await giveBack(db, key)
  } else {
    await spendBudget(db, accountKey(subject), ofAccount, now)
    await spendBudget(db, hasAccount ? platformKey : `${platformKey}.nobody`, ofPlatform, now)
  }
  return taken === 'right'
}

/** @returns whether a reset mail carries a code beside its link */
export async function mayResetByCode(subject: CodeSubject, rule: Rule): Promise<boolean> {
  return !(await isSpent(platformKey, ofPlatform, rule)) && !(await isWornOut(subject, rule))
}

async function isWornOut(subject: CodeSubject, rule: Rule): Promise<boolean> {
  return isSpent(accountKey(subject), ofAccount, rule)
}

async function isSpent(key: string, { count, windowSeconds }: Budget, { db, now }: Rule) {
  return (await countSince(db, key, windowSeconds, now)) >= count
}

function ofNetwork({ by: { network } }: Rule): [string, Budget][] {
  const count = serverLimits.resetCodeFailuresPerNetworkPerDay
  const own: [string, Budget] = [
    attemptKey('code.reset', network),
    { count, windowSeconds: daySeconds },
  ]
  const wide = wideNetworkOf(network)
  if (!wide) return [own]
  const ofWide = { count: serverLimits.wideNetworkFactor * count, windowSeconds: daySeconds }
  return [own, [attemptKey('code.reset', wide), ofWide]]
}

function accountKey({ subjectId }: CodeSubject): string {
  return attemptKey('code.week', subjectId)
}
