/**
 * The second step of a sign-in, after the password and before the session. Identified by the handle
 * that `auth.login` returned, valid for a few minutes and a few tries; tries are also counted per
 * account, across its sign-ins, and per network.
 */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { CallAnswer } from '#schema/contract/api.ts'
import type { SecondStep } from '#schema/contract/second-factor.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { authenticatorApp, secondStep } from '#schema/database/second-factor.ts'
import {
  attemptKey,
  forgetTries,
  loginBackOff,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AccountRow } from './account.ts'
import { type KnownDevice, openSession, type SignInOutcome } from './account-sessions.ts'
import { takeAppCode } from './authenticator-app.ts'
import { requireGuess } from './code-flow.ts'
import { forgiveGuess } from './one-time-code.ts'
import { challengePasskey, isProvedByPasskey, passkeysOf } from './passkey.ts'
import { mailChange, takeRecoveryCode } from './second-factor.ts'

const visitor = { kind: 'visitor' } as const

type StepRow = typeof secondStep.$inferSelect

/** The password was right; opens no session and marks no device as known yet. */
export async function askForSecondStep(owner: AccountRow, rule: Rule): Promise<SignInOutcome> {
  const { db, now } = rule
  const id = newKey()
  await db.insert(secondStep).values({
    id,
    accountId: owner.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + serverLimits.secondStepMinutes * minuteMs),
  })
  const passkeys = await passkeysOf(owner.id, rule)
  const apps = await db.$count(authenticatorApp, eq(authenticatorApp.accountId, owner.id))
  const ways = { passkey: passkeys.length > 0, app: apps > 0 }
  return {
    answer: { requiresVerification: false, userId: id, user: null, secondStep: ways },
    begun: null,
    device: null,
  }
}

export async function offerSecondStep(
  { userId }: { userId: string },
  steps: Steps,
): Promise<CallAnswer<'auth.secondStepOptions'>> {
  await requireGuess(steps)
  return steps.commit(async (rule) => {
    const step = await findStep(userId, rule)
    await forgiveGuess(rule)
    return challengePasskey(step, rule)
  })
}

export async function takeSecondStep(
  { device, ...given }: SecondStep & { device: KnownDevice | null },
  steps: Steps,
): Promise<SignInOutcome> {
  await requireGuess(steps)
  const { step, waitSeconds } = await steps.commit(async (rule) => {
    const counted = await countTry(given.userId, rule)
    if (!counted) return { step: null, waitSeconds: 0 }
    // Passkeys and recovery codes can't be guessed, so they need no back-off.
    const waitSeconds =
      given.way === 'app'
        ? await tryWithBackOff(rule.db, triesKey(counted.accountId), loginBackOff, rule.now)
        : 0
    return { step: counted, waitSeconds }
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  const outcome = await steps.commit(async (rule) => {
    // Lock the account first: a concurrent password change either ends this sign-in or waits for
    // it.
    const owner = step && (await findOwner(step.accountId, rule))
    if (owner && (await isProved(step, given, rule))) return finish(owner, given, device, rule)
    const wrong = { as: visitor, businessId: null, refused: 'second_step_wrong' } as const
    await rule.audit('auth.secondStep', step?.accountId ?? null, wrong)
    return null
  })
  if (!step) refuse('sign_in_expired')
  return outcome ?? refuse('second_step_wrong')
}

async function finish(
  owner: AccountRow,
  { userId, way }: SecondStep,
  device: KnownDevice | null,
  rule: Rule,
): Promise<SignInOutcome> {
  const { db } = rule
  const ended = await db
    .delete(secondStep)
    .where(eq(secondStep.id, userId))
    .returning({ id: secondStep.id })
  // A password change deletes pending second steps and thereby ends the sign-in.
  if (ended.length === 0) refuse('sign_in_expired')
  await forgetTries(db, triesKey(owner.id))
  await forgiveGuess(rule)
  if (way === 'recovery') await mailChange(owner, 'codeUsed', rule)
  return openSession(owner, device, rule)
}

async function isProved(step: StepRow, given: SecondStep, rule: Rule): Promise<boolean> {
  if (given.way === 'passkey') return isProvedByPasskey(step, given.passkey, rule)
  if (given.way === 'app') return takeAppCode(step.accountId, given.code, rule)
  return takeRecoveryCode(step.accountId, given.code, rule)
}

/** Counts the try and uses up the challenge under a row lock. */
async function countTry(id: string, { db, now }: Rule): Promise<StepRow | null> {
  const [before] = await db.select().from(secondStep).where(isAlive(id, now)).for('update')
  if (!before) return null
  await db
    .update(secondStep)
    .set({ tries: sql`${secondStep.tries} + 1`, challenge: null })
    .where(eq(secondStep.id, id))
  return before
}

async function findStep(id: string, { db, now }: Rule): Promise<StepRow> {
  const [row] = await db.select().from(secondStep).where(isAlive(id, now))
  return row ?? refuse('sign_in_expired')
}

function isAlive(id: string, now: Date) {
  return and(
    eq(secondStep.id, id),
    isNull(secondStep.sessionId),
    gt(secondStep.expiresAt, now),
    lt(secondStep.tries, serverLimits.secondStepTries),
  )
}

async function findOwner(accountId: string, { db }: Rule): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.withdrawnAt)))
    .for('update')
  return row ?? null
}

function triesKey(accountId: string): string {
  return attemptKey('second step', accountId)
}
