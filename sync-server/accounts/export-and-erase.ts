/** Your own account's data: everything stored about it as JSON, and its erasure. */
import { asc, eq, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { account, accountPhoto } from '#schema/database/account.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { invite } from '#schema/database/invite.ts'
import { accountFlow } from '#schema/database/one-time-code.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import { registration } from '#schema/database/registration.ts'
import { session } from '#schema/database/session.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { listMarketing } from './marketing.ts'
import { findPhoto } from './profile.ts'
import { requireFreshPassword } from './recent-password.ts'
import { showUser } from './show-user.ts'
import { forgiveAddress } from './sign-in.ts'
import { refuseLastSuperAdmin, withdrawAccount } from './withdraw.ts'

export async function exportAccount(
  _: unknown,
  rule: Rule<SignedIn>,
): Promise<Record<string, unknown>> {
  requireFreshPassword(rule)
  const { db, now } = rule
  const { accountId } = rule.by
  const { createdAt } = await requireAccount(db, accountId)
  const profile = await showUser({}, rule)
  const photo = await findPhoto(db, accountId)
  await rule.audit('auth.export', accountId)
  return {
    exportedAt: now.toISOString(),
    account: { ...profile, createdAt: createdAt.toISOString() },
    photo: photo && `data:image/webp;base64,${Buffer.from(photo.webp).toString('base64')}`,
    marketingConsents: await listMarketing({}, rule),
    sessions: await exportSessions(db, accountId),
    acts: await exportActs(db, accountId),
  }
}

async function exportSessions(db: Transaction, accountId: string) {
  return db
    .select({
      device: session.device,
      network: session.network,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      endedAt: session.endedAt,
    })
    .from(session)
    .where(eq(session.accountId, accountId))
    .orderBy(asc(session.createdAt))
}

async function exportActs(db: Transaction, accountId: string) {
  const acts = []
  for (const table of [auditRecord, platformAuditRecord]) {
    const rows = await db
      .select({
        happenedAt: table.happenedAt,
        act: table.act,
        outcome: table.outcome,
        network: table.network,
      })
      .from(table)
      .where(eq(table.actorId, accountId))
      .orderBy(asc(table.happenedAt))
    acts.push(...rows)
  }
  return acts
}

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
