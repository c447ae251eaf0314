/**
 * Verifies an address by its code: creates the registered account, or changes an account's address.
 * Resending answers unknown flows alike.
 */
import { and, eq, gt } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { registration } from '#schema/database/registration.ts'
import {
  noteInviteUser,
  openInvitedBusiness,
  takeInvite,
} from '#sync-server/platform/invite-use.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { findAccount, insertAccount } from './account.ts'
import { completeEmailChange } from './change-email.ts'
import { admitMail, findFlow, mailCode, requireGuess } from './code-flow.ts'
import { forgiveGuess, takeCode } from './one-time-code.ts'

const visitor = { kind: 'visitor' } as const

export async function verifyEmail(
  { userId, otpCode }: CallBody<'auth.verifyEmail'>,
  steps: Steps,
): Promise<void> {
  await requireGuess(steps)
  const proved = await steps.commit(async (rule) => {
    const flow = await findFlow(userId, ['register', 'changeEmail'], rule)
    const proved = (await takeCode(flow, otpCode, rule)) === 'right'
    if (!proved) {
      const wrong = { as: visitor, businessId: null, refused: 'code_wrong' } as const
      await rule.audit('auth.verifyEmail', flow.subjectId, wrong)
      return false
    }
    await forgiveGuess(rule)
    if (flow.purpose === 'register') await completeRegistration(flow.subjectId, rule)
    else await completeEmailChange(flow.subjectId, rule)
    return true
  })
  if (!proved) refuse('code_wrong')
}

/** @throws Refusal code_wrong, rolling everything back, if the invite or the address is gone */
async function completeRegistration(registrationId: string, rule: Rule): Promise<void> {
  const { db, now } = rule
  const [row] = await db
    .delete(registration)
    .where(and(eq(registration.id, registrationId), gt(registration.expiresAt, now)))
    .returning()
  if (!row) refuse('code_wrong')
  const invite = await takeInvite(db, row.inviteId, row.id, now)
  if (!invite) refuse('code_wrong')
  const role = invite.kind === 'owner' ? 'business_admin' : 'staff'
  const { email, firstName, lastName, passwordHash } = row
  const businessId = await openInvitedBusiness(db, invite, email, now)
  const fields = { email, firstName, lastName, role, businessId } as const
  const accountId = await insertAccount(db, fields, passwordHash, now)
  if (!accountId) refuse('code_wrong')
  await noteInviteUser(db, invite.id, accountId)
  await rule.audit('auth.register', accountId, { as: visitor, businessId })
}

export async function resendVerification(
  { userId }: CallBody<'auth.resendVerification'>,
  steps: Steps,
): Promise<void> {
  const waitSeconds = await steps.commit(async (rule) => {
    const tooMany = await admitMail(rule)
    if (tooMany > 0) return tooMany
    const flow = await findFlow(userId, ['register', 'changeEmail'], rule)
    const existing = await findAccount(rule.db, flow.recipient ?? '')
    const known = existing ? 'accountExists' : 'code'
    const { id: flowId, purpose, subjectId } = flow
    // A flow without an address has its own budget.
    const address = flow.recipient ?? `${flowId}@nowhere.invalid`
    const mail = flow.recipient ? known : 'nothing'
    return mailCode({ flowId, purpose, subjectId, address, mail }, rule)
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
}
