/** Changes your own profile, field by field. */
import { eq } from 'drizzle-orm'
import type { User } from '#schema/contract/account.ts'
import type { CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { askEmailChange, forgetEmailChange } from './change-email.ts'
import { requireFreshPassword } from './elevation.ts'
import { showUser } from './show-user.ts'

export async function updateProfile(
  changes: CallBody<'auth.updateProfile'>,
  rule: Rule<SignedIn>,
): Promise<User> {
  const { db } = rule
  const { accountId } = rule.by
  const row = await requireAccount(db, accountId)
  const { firstName = row.firstName, lastName = row.lastName } = changes
  const phone = changes.phone === undefined ? row.phone : changes.phone || null
  await db.update(account).set({ firstName, lastName, phone }).where(eq(account.id, accountId))
  if (changes.email !== undefined) await changeAddress(row, changes.email, rule)
  await rule.audit('auth.updateProfile', accountId)
  return showUser({}, rule)
}

/**
 * Entering the current address again, in any letter case, cancels a pending change. Any other
 * spelling must be verified, even one with the same emailKey: mail servers may treat it as another
 * mailbox.
 */
async function changeAddress(row: AccountRow, email: string, rule: Rule<SignedIn>): Promise<void> {
  if (email.toLowerCase() === row.email.toLowerCase()) {
    await forgetEmailChange(row.id, rule)
    await rule.db.update(account).set({ email }).where(eq(account.id, row.id))
    return
  }
  requireFreshPassword(rule)
  const waitSeconds = await askEmailChange(row, email, rule)
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
}
