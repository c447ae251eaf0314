/**
 * Erasing an account on request: everything personal goes at once; the row stays under its id, so
 * that what the account recorded, and with it every ledger, adds up as before (trust-ux.md 18).
 */
import { eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { account, accountPhoto } from '#schema/database/account.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { invite } from '#schema/database/invite.ts'
import { accountFlow } from '#schema/database/one-time-code.ts'
import { registration } from '#schema/database/registration.ts'
import { session } from '#schema/database/session.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { requireFreshPassword } from './elevation.ts'
import { forgiveAddress } from './sign-in-limit.ts'
import { refuseLastSuperAdmin, withdrawAccount } from './withdraw.ts'

type Parts = Pick<Server, 'doors' | 'clock'>

export async function eraseOwnAccount(
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<void> {
  const now = clock.now()
  requireFreshPassword(actor, now)
  await doors.account(async (db) => {
    const row = await requireAccount(db, actor.accountId)
    await refuseLastSuperAdmin(db, row)
    await eraseAccount(db, row, actor, origin, now)
  })
}

/** For people who can no longer sign in: every account that this address has had. */
export async function eraseAccountsOf(
  email: string,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<void> {
  const now = clock.now()
  await doors.account(async (db) => {
    const rows = await db
      .select()
      .from(account)
      .where(eq(account.emailKey, emailKey(email)))
    if (rows.length === 0) refuse('not_found')
    for (const row of rows) {
      if (!row.withdrawnAt) await refuseLastSuperAdmin(db, row)
      await eraseAccount(db, row, actor, origin, now)
    }
  })
}

async function eraseAccount(
  db: Transaction,
  row: AccountRow,
  actor: SignedIn,
  origin: Origin,
  now: Date,
): Promise<void> {
  await withdrawAccount(db, row, 'erased', now)
  await forgetTraces(db, row)
  await db
    .update(account)
    .set({ email: '', emailKey: '', passwordHash: '', firstName: '', lastName: '', phone: null })
    .where(eq(account.id, row.id))
  const entry = { businessId: row.businessId, act: 'auth.eraseAccount', subjectId: row.id }
  await writeAudit(db, actor, origin, entry, now)
}

/** Her address wherever it was written down on the way to an account. */
async function forgetTraces(db: Transaction, row: AccountRow): Promise<void> {
  const isHers = (column: PgColumn) => eq(sql`lower(${column})`, row.email.toLowerCase())
  await db.delete(accountPhoto).where(eq(accountPhoto.accountId, row.id))
  await db.update(session).set({ device: '', network: '' }).where(eq(session.accountId, row.id))
  await db.delete(registration).where(eq(registration.emailKey, row.emailKey))
  await db
    .delete(accountFlow)
    .where(or(eq(accountFlow.subjectId, row.id), isHers(accountFlow.recipient)))
  await db
    .delete(emailQueue)
    .where(or(eq(emailQueue.subjectId, row.id), isHers(emailQueue.recipient)))
  await forgiveAddress(db, row.email)
  await db.update(invite).set({ email: '', emailKey: '' }).where(eq(invite.emailKey, row.emailKey))
}
