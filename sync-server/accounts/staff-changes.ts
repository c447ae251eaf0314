/**
 * Changing a business's team. Owners invite by e-mail, change roles and remove people. A change of
 * role ends sessions; a removed person’s devices may only hand in sealed work. A business keeps at
 * least one owner.
 */
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { StaffMember } from '#schema/contract/platform.ts'
import { account } from '#schema/database/account.ts'
import { invite } from '#schema/database/invite.ts'
import { requireWritable } from '#sync-server/loyalty/business.ts'
import { findBusiness } from '#sync-server/platform/business.ts'
import {
  createInvite,
  findUnusedInvite,
  resendInvite,
  revokeInvite,
} from '#sync-server/platform/invite.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, findAccount } from './account.ts'
import { endSession, endSessions } from './account-sessions.ts'
import { requireFreshPassword } from './recent-password.ts'
import { toInvited, toMember } from './staff.ts'
import { mailClosure, withdrawAccount } from './withdraw.ts'

/** Inviting the same address again resends the invite. */
export async function inviteStaff(
  { businessId, email }: { businessId: string; email: string },
  rule: Rule<SignedIn>,
): Promise<StaffMember> {
  requireFreshPassword(rule)
  const { db, now } = rule
  const business = await findBusiness(db, businessId)
  requireWritable(business, now)
  const existing = await findAccount(db, email)
  if (existing?.businessId === businessId) refuse('email_taken')
  const standing = await findUnusedInvite(
    db,
    and(isOf(businessId), eq(invite.emailKey, emailKey(email))),
  )
  const fields = { kind: 'staff', businessId, businessName: business.name, email } as const
  const row = standing ? await resendInvite(standing, rule) : await createInvite(fields, rule)
  await rule.audit('business.inviteStaff', row.id, { businessId })
  return toInvited(row)
}

interface Colleague {
  businessId: string
  staffId: string
}

export async function changeStaffRole(
  { role, ...colleague }: Colleague & { role: 'business_admin' | 'staff' },
  rule: Rule<SignedIn>,
): Promise<StaffMember> {
  requireFreshPassword(rule)
  const row = await requireColleague(colleague, rule)
  if (row.role !== role) {
    await rule.db.update(account).set({ role }).where(eq(account.id, row.id))
    await endSessions({ accountId: row.id }, rule)
  }
  const { businessId } = colleague
  await rule.audit('business.changeStaffRole', row.id, { businessId })
  return toMember({ ...row, role }, null)
}

/** `staffId` is an account id, or the id of an unused invite. */
export async function removeStaff(colleague: Colleague, rule: Rule<SignedIn>): Promise<void> {
  requireFreshPassword(rule)
  const { businessId, staffId } = colleague
  const invited = await findUnusedInvite(rule.db, and(isOf(businessId), eq(invite.id, staffId)))
  if (invited) await revokeInvite(invited, rule)
  else {
    const row = await requireColleague(colleague, rule)
    await withdrawAccount(row, 'removed', rule)
    await mailClosure(row, rule)
  }
  await rule.audit('business.removeStaff', staffId, { businessId })
}

/**
 * For a lost device: wipes the data from it, or from all their devices; they continue by signing in
 * again.
 */
export async function signOutStaff(
  { sessionId, ...colleague }: Colleague & { sessionId?: string | undefined },
  rule: Rule<SignedIn>,
): Promise<void> {
  requireFreshPassword(rule)
  const { id: accountId } = await requireColleague(colleague, rule)
  if (sessionId === undefined) await endSessions({ accountId, because: 'revoked' }, rule)
  else if (!(await endSession({ accountId, sessionId, because: 'revoked' }, rule))) {
    refuse('not_found')
  }
  const { businessId } = colleague
  await rule.audit('business.signOutStaff', accountId, { businessId })
}

/**
 * Returns another member of the team. Locks the whole team in a fixed order and requires the caller
 * to still be an owner, so if two owners remove each other at once, one remains.
 */
async function requireColleague(
  { businessId, staffId }: Colleague,
  { db, by }: Rule<SignedIn>,
): Promise<AccountRow> {
  const team = await db
    .select()
    .from(account)
    .where(
      and(
        eq(account.businessId, businessId),
        isNull(account.withdrawnAt),
        isNull(account.tillName),
      ),
    )
    .orderBy(asc(account.id))
    .for('update')
  const asker = team.find(({ id }) => id === by.accountId)
  if (asker?.role !== 'business_admin') refuse('not_signed_in')
  if (staffId === asker.id) {
    refuse('not_allowed', { message: 'Ask another owner to change your role or remove you.' })
  }
  return team.find(({ id }) => id === staffId) ?? refuse('not_found')
}

function isOf(businessId: string) {
  return and(eq(invite.kind, 'staff'), eq(invite.businessId, businessId))
}
