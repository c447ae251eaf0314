/**
 * Erases an account on request: all personal fields are cleared at once. The row keeps its id, so
 * everything the account recorded, and with it every ledger, still adds up.
 */
import { eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { account, accountPhoto } from '#schema/database/account.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { invite } from '#schema/database/invite.ts'
import { accountFlow } from '#schema/database/one-time-code.ts'
import { registration } from '#schema/database/registration.ts'
import { session } from '#schema/database/session.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { requireFreshPassword } from './elevation.ts'
import { forgiveAddress } from './sign-in-limit.ts'
import { refuseLastSuperAdmin, withdrawAccount } from './withdraw.ts'

export async function eraseOwnAccount(_: unknown, rule: Rule<SignedIn>): Promise<void> {
  requireFreshPassword(rule)
  const row = await requireAccount(rule.db, rule.by.accountId)
  await refuseLastSuperAdmin(row, rule)
  await eraseAccount(row, rule)
}

/** For people who can no longer sign in: erases every account this address has had. */
export async function eraseAccountsOf(
  { email }: { email: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  const rows = await rule.db
    .select()
    .from(account)
    .where(eq(account.emailKey, emailKey(email)))
  if (rows.length === 0) refuse('not_found')
  for (const row of rows) {
    if (!row.withdrawnAt) await refuseLastSuperAdmin(row, rule)
    await eraseAccount(row, rule)
  }
}

async function eraseAccount(row: AccountRow, rule: Rule): Promise<void> {
  await withdrawAccount(row, 'erased', rule)
  await forgetTraces(row, rule)
  await rule.db
    .update(account)
    .set({ email: '', emailKey: '', passwordHash: '', firstName: '', lastName: '', phone: null })
    .where(eq(account.id, row.id))
  await rule.audit('auth.eraseAccount', row.id, { businessId: row.businessId })
}

/** Deletes the address wherever registration, codes, mails or invites stored it. */
async function forgetTraces(row: AccountRow, { db }: Rule): Promise<void> {
  const isTheirs = (column: PgColumn) => eq(sql`lower(${column})`, row.email.toLowerCase())
  await db.delete(accountPhoto).where(eq(accountPhoto.accountId, row.id))
  await db.update(session).set({ device: '', network: '' }).where(eq(session.accountId, row.id))
  await db.delete(registration).where(eq(registration.emailKey, row.emailKey))
  await db
    .delete(accountFlow)
    .where(or(eq(accountFlow.subjectId, row.id), isTheirs(accountFlow.recipient)))
  await db
    .delete(emailQueue)
    .where(or(eq(emailQueue.subjectId, row.id), isTheirs(emailQueue.recipient)))
  await forgiveAddress(db, row.email)
  await db.update(invite).set({ email: '', emailKey: '' }).where(eq(invite.emailKey, row.emailKey))
}
