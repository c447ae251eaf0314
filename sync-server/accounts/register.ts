/**
 * Registering with an invite. An address that already has an account gets the same answer; its
 * owner gets a mail instead of a code.
 */
import { and, eq, ne } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { dayMs, daySeconds } from '#schema/contract/time-spans.ts'
import { registration } from '#schema/database/registration.ts'
import type { InviteRow } from '#sync-server/platform/invite.ts'
import { findUsableInvite, judgeInvite, reserveInvite } from '#sync-server/platform/invite-use.ts'
import {
  attemptKey,
  type BackOff,
  spendBudget,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findAccount } from './account.ts'
import { mailCode, openFlow } from './code-flow.ts'
import { hashPassword, refuseGuessable } from './password.ts'

type Body = CallBody<'auth.register'>

const visitor = { kind: 'visitor' } as const
const wrongInvites: BackOff = {
  freeTries: serverLimits.inviteTriesBeforePause,
  pauseSecondsFirst: serverLimits.loginPauseSecondsFirst,
  pauseSecondsMax: serverLimits.loginPauseSecondsMax,
  forgetSeconds: serverLimits.loginPauseSecondsMax,
}

export async function register(body: Body, steps: Steps): Promise<CallAnswer<'auth.register'>> {
  refuseGuessable(body.password, 'password')
  const invite = await requireInvite(body, steps)
  const passwordHash = await hashPassword(body.password)
  const userId = await steps.commit((rule) =>
    writeRegistration({ ...body, passwordHash, invite }, rule),
  )
  return { userId }
}

/** @throws Refusal before any costly work or write for this person */
async function requireInvite({ inviteCode, email }: Body, steps: Steps): Promise<InviteRow> {
  const { found, waitSeconds, refused } = await steps.commit(async (rule) => {
    const { db, by, now } = rule
    const found = await findUsableInvite(db, inviteCode, now)
    if (found) {
      const refused = await judgeInvite(db, found, email)
      const perDay = { count: serverLimits.registrationsPerInvitePerDay, windowSeconds: daySeconds }
      const key = attemptKey('invite.used', found.id)
      return { found, waitSeconds: refused ? 0 : await spendBudget(db, key, perDay, now), refused }
    }
    const key = attemptKey('invite.network', by.network)
    const waitSeconds = await tryWithBackOff(db, key, wrongInvites, now)
    const wrong = { as: visitor, businessId: null, refused: 'invite_invalid' } as const
    if (waitSeconds === 0) await rule.audit('auth.register', null, wrong)
    return { found, waitSeconds, refused: null }
  })
  if (refused) throw refused
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return found ?? refuse('invite_invalid')
}

/**
 * @throws Refusal, rolling everything back: if no new code is mailed, the earlier one still works
 */
async function writeRegistration(
  {
    email,
    firstName,
    lastName,
    passwordHash,
    invite,
  }: Body & { passwordHash: string; invite: InviteRow },
  rule: Rule,
): Promise<string> {
  const { db, now } = rule
  const id = newId()
  const existing = await findAccount(db, email)
  await db.insert(registration).values({
    id,
    inviteId: invite.id,
    email,
    emailKey: emailKey(email),
    passwordHash,
    firstName,
    lastName,
    createdAt: now,
    expiresAt: new Date(now.getTime() + serverLimits.registrationDays * dayMs),
  })
  if (!(await reserveInvite(db, invite.id, id, now))) refuse('invite_invalid')
  await db
    .delete(registration)
    .where(and(eq(registration.inviteId, invite.id), ne(registration.id, id)))

  const subject = { purpose: 'register', subjectId: id } as const
  const flowId = await openFlow({ ...subject, recipient: email }, rule)
  const mail = existing ? 'accountExists' : 'code'
  const waitSeconds = await mailCode({ flowId, ...subject, address: email, mail }, rule)
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return flowId
}
