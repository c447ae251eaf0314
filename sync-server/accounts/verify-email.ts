/**
 * Proving an address with its code: makes the account that was registered, or changes an account's
 * address. Resending says the same for flows that are nobody's.
 */
import { and, eq, gt } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { registration } from '#schema/database/registration.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import {
  noteInviteUser,
  openInvitedBusiness,
  takeInvite,
} from '#sync-server/platform/invite-use.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { findAccount, insertAccount } from './account.ts'
import { completeEmailChange } from './change-email.ts'
import { mailCode } from './code-mail.ts'
import { findFlow } from './flow.ts'
import { requireGuess } from './guess.ts'
import { admitMail } from './mail-budget.ts'
import { forgiveGuess, takeCode } from './one-time-code.ts'

const visitor = { kind: 'visitor' } as const

export async function verifyEmail(
  { userId, otpCode }: CallBody<'auth.verifyEmail'>,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<void> {
  const now = server.clock.now()
  await requireGuess(origin, server)
  const proved = await server.doors.platform(async (db) => {
    const flow = await findFlow(db, userId, ['register', 'changeEmail'], now)
    const proved = await takeCode(db, flow, otpCode, server.config.sessionSecret, now)
    if (!proved) {
      const entry = { businessId: null, act: 'auth.verifyEmail', refused: 'code_wrong' as const }
      await writeAudit(db, visitor, origin, { ...entry, subjectId: flow.subjectId }, now)
      return false
    }
    await forgiveGuess(db, origin.network)
    if (flow.purpose === 'register') await completeRegistration(db, flow.subjectId, origin, now)
    else await completeEmailChange(db, flow.subjectId, origin, now)
    return true
  })
  if (!proved) refuse('code_wrong')
}

/** @throws Refusal code_wrong, undoing everything, when the invite or the address is gone */
async function completeRegistration(
  db: Transaction,
  registrationId: string,
  origin: Origin,
  now: Date,
): Promise<void> {
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
  const entry = { businessId, act: 'auth.register', subjectId: accountId }
  await writeAudit(db, visitor, origin, entry, now)
}

export async function resendVerification(
  { userId }: CallBody<'auth.resendVerification'>,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<void> {
  const now = server.clock.now()
  const waitSeconds = await server.doors.account(async (db) => {
    const tooMany = await admitMail(db, origin.network, now)
    if (tooMany > 0) return tooMany
    const flow = await findFlow(db, userId, ['register', 'changeEmail'], now)
    const existing = await findAccount(db, flow.recipient ?? '')
    const known = existing ? 'accountExists' : 'code'
    const { id: flowId, purpose, subjectId } = flow
    // A flow of nobody has a budget as well: its own.
    const address = flow.recipient ?? `${flowId}@nowhere.invalid`
    const mail = flow.recipient ? known : 'nothing'
    return mailCode(db, { flowId, purpose, subjectId, address, mail }, server)
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
}
