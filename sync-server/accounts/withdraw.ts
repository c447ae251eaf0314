/**
 * Withdrawing an account's rights: by its person, by the owner who removes someone, by erasure.
 * Nobody signs in with it any more; its devices may still push what they had saved, and nothing
 * else (decisions.md §3.6).
 */
import { and, count, eq, isNull } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { forgetEmailChange } from './change-email.ts'
import { tellSessionEnd } from './ended-sessions.ts'
import { endMarketing } from './marketing.ts'
import { endCodes } from './one-time-code.ts'

export async function deactivateAccount(
  actor: SignedIn,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<void> {
  const now = server.clock.now()
  const { accountId, businessId } = actor
  await server.doors.account(async (db) => {
    const row = await requireAccount(db, accountId)
    await refuseLastSuperAdmin(db, row)
    await withdrawAccount(db, row, 'deactivated', now)
    await mailClosure(db, row, server)
    const entry = { businessId, act: 'auth.deactivate', subjectId: accountId }
    await writeAudit(db, actor, origin, entry, now)
  })
}

export async function withdrawAccount(
  db: Transaction,
  row: AccountRow,
  because: 'deactivated' | 'removed' | 'erased',
  now: Date,
): Promise<void> {
  await db
    .update(account)
    .set({ withdrawnAt: row.withdrawnAt ?? now, withdrawnBecause: because })
    .where(eq(account.id, row.id))
  await endMarketing(db, row, because, now)
  tellSessionEnd(db, row.id)
  await endCodes(db, { purpose: 'reset', subjectId: row.id }, now)
  await forgetEmailChange(db, row.id)
}

export async function mailClosure(
  db: Transaction,
  row: AccountRow,
  { config, clock }: Pick<Server, 'config' | 'clock'>,
): Promise<void> {
  const fields = { publicUrl: config.publicUrl }
  const mail = { recipient: row.email, kind: 'accountClosed', fields, subjectId: row.id } as const
  await queueEmail(db, mail, clock.now())
}

/** Somebody has to be left who can look after the platform. */
export async function refuseLastSuperAdmin(db: Transaction, row: AccountRow): Promise<void> {
  if (row.role !== 'super_admin') return
  const [left] = await db
    .select({ count: count() })
    .from(account)
    .where(and(eq(account.role, 'super_admin'), isNull(account.withdrawnAt)))
  if ((left?.count ?? 0) > 1) return
  refuse('not_allowed', { message: 'You are the only super admin, so this account has to stay.' })
}
