/**
 * Withdraws (deactivates) an account: when its user closes it, an owner removes the user, or its data
 * is erased. It can no longer sign in; its devices may still push saved work and nothing else.
 */
import { and, count, eq, isNull } from 'drizzle-orm'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { tellSessionEnd } from './account-sessions.ts'
import { forgetEmailChange } from './change-email.ts'
import { endMarketing } from './marketing.ts'
import { endCodes } from './one-time-code.ts'
import { noPin } from './pin.ts'
import { requireFreshPassword } from './recent-password.ts'
import { endAllLinks } from './reset-link.ts'
import { forgetSecondFactor } from './second-factor.ts'

export async function deactivateAccount(_: unknown, rule: Rule<SignedIn>): Promise<void> {
  requireFreshPassword(rule)
  const { accountId } = rule.by
  const row = await requireAccount(rule.db, accountId)
  await refuseLastSuperAdmin(row, rule)
  await withdrawAccount(row, 'deactivated', rule)
  await mailClosure(row, rule)
  await rule.audit('auth.deactivate', accountId)
}

export async function withdrawAccount(
  row: AccountRow,
  because: 'deactivated' | 'removed' | 'erased',
  rule: Rule,
): Promise<void> {
  await rule.db
    .update(account)
    .set({ withdrawnAt: row.withdrawnAt ?? rule.now, withdrawnBecause: because, ...noPin })
    .where(eq(account.id, row.id))
  await endMarketing(row, because, rule)
  tellSessionEnd(row.id, rule)
  await endCodes({ purpose: 'reset', subjectId: row.id }, rule)
  await endAllLinks(row.id, rule)
  await forgetSecondFactor(row.id, rule)
  await forgetEmailChange(row.id, rule)
}

export async function mailClosure(row: AccountRow, rule: Rule): Promise<void> {
  const fields = { publicUrl: rule.config.publicUrl }
  await rule.mail({ recipient: row.email, kind: 'accountClosed', fields, subjectId: row.id })
}

/** At least one super admin must remain. */
export async function refuseLastSuperAdmin(row: AccountRow, { db }: Rule): Promise<void> {
  if (row.role !== 'super_admin') return
  const [left] = await db
    .select({ count: count() })
    .from(account)
    .where(and(eq(account.role, 'super_admin'), isNull(account.withdrawnAt)))
  if ((left?.count ?? 0) > 1) return
  const message = 'You’re the only super admin, so you can’t close this account.'
  refuse('not_allowed', { message })
}
