/**
 * Forgotten passwords. Asking always answers with a flow, whether there is such an account or not,
 * and over the budget as well: the code that was sent before goes on to work.
 */
import { eq } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import type { Origin } from '#sync-server/rule/actor.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, findAccount, requireAccount } from './account.ts'
import { mailCode } from './code-mail.ts'
import { endSessions } from './end-session.ts'
import { findFlow, openFlow } from './flow.ts'
import { requireGuess } from './guess.ts'
import type { KnownDevice } from './known-device.ts'
import { admitMail } from './mail-budget.ts'
import { forgiveGuess, takeCode } from './one-time-code.ts'
import { hashPassword, refuseGuessable } from './password.ts'
import { forgiveReset } from './sign-in-limit.ts'

const visitor = { kind: 'visitor' } as const

export async function forgotPassword(
  { email }: CallBody<'auth.forgotPassword'>,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<CallAnswer<'auth.forgotPassword'>> {
  const now = server.clock.now()
  const outcome = await server.doors.account(async (db) => {
    const waitSeconds = await admitMail(db, origin.network, now)
    if (waitSeconds > 0) return { waitSeconds, flowId: '' }
    const found = await findAccount(db, email)
    const subject = { purpose: 'reset', subjectId: found?.id ?? newKey() } as const
    const flowId = await openFlow(db, subject, null, now)
    const mail = found ? 'code' : 'nothing'
    await mailCode(db, { flowId, ...subject, address: found?.email ?? email, mail }, server)
    const entry = { businessId: found?.businessId ?? null, act: 'auth.forgotPassword' }
    await writeAudit(db, visitor, origin, { ...entry, subjectId: subject.subjectId }, now)
    return { waitSeconds, flowId }
  })
  if (outcome.waitSeconds > 0) refuse('too_many', { retryAfterSeconds: outcome.waitSeconds })
  return { userId: outcome.flowId }
}

export async function resetPassword(
  { userId, otpCode, newPassword }: CallBody<'auth.resetPassword'>,
  device: KnownDevice | null,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<void> {
  refuseGuessable(newPassword, 'newPassword')
  const now = server.clock.now()
  await requireGuess(origin, server)
  const proved = await server.doors.account(async (db) => {
    const flow = await findFlow(db, userId, ['reset'], now)
    if (await takeCode(db, flow, otpCode, server.config.sessionSecret, now)) {
      // Worked out for a right code only: it costs what a hundred wrong ones do.
      const passwordHash = await hashPassword(newPassword)
      const row = await changePassword(db, flow.subjectId, passwordHash, origin, server)
      await forgiveReset(db, row.email, device, origin)
      await forgiveGuess(db, origin.network)
      return true
    }
    const entry = { businessId: null, act: 'auth.resetPassword', refused: 'code_wrong' as const }
    await writeAudit(db, visitor, origin, { ...entry, subjectId: flow.subjectId }, now)
    return false
  })
  if (!proved) refuse('code_wrong')
}

/** Every session ends: whoever had the old password is out. */
async function changePassword(
  db: Transaction,
  accountId: string,
  passwordHash: string,
  origin: Origin,
  { config, clock }: Pick<Server, 'config' | 'clock'>,
): Promise<AccountRow> {
  const now = clock.now()
  const row = await requireAccount(db, accountId, 'code_wrong')
  await db.update(account).set({ passwordHash }).where(eq(account.id, accountId))
  await endSessions(db, accountId, now)
  const fields = { resetUrl: `${config.publicUrl}/forgot-password` }
  const { businessId } = row
  await queueEmail(
    db,
    { recipient: row.email, kind: 'passwordChanged', fields, subjectId: accountId },
    now,
  )
  const entry = { businessId, act: 'auth.resetPassword', subjectId: accountId }
  await writeAudit(db, visitor, origin, entry, now)
  return row
}
