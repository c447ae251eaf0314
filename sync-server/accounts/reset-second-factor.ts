/**
 * For people who lost all their second factors: owners reset them for their staff, super admins for
 * owners. Their sessions end and a mail notifies them; the password stays.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#schema/contract/permission.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { endSessions } from './account-sessions.ts'
import { requireFreshPassword } from './recent-password.ts'
import { forgetSecondFactor, mailChange } from './second-factor.ts'

interface Person {
  businessId: string
  staffId: string
}

export async function resetStaffFactor(person: Person, rule: Rule<SignedIn>): Promise<void> {
  requireFreshPassword(rule)
  await reset(person, 'staff', rule)
  await rule.audit('business.resetSecondFactor', person.staffId, { businessId: person.businessId })
}

export async function resetOwnerFactor(person: Person, rule: Rule<SignedIn>): Promise<void> {
  await reset(person, 'business_admin', rule)
  await rule.audit('admin.resetSecondFactor', person.staffId, { businessId: person.businessId })
}

async function reset({ businessId, staffId }: Person, role: Role, rule: Rule): Promise<void> {
  const [row] = await rule.db
    .select()
    .from(account)
    .where(
      and(
        eq(account.id, staffId),
        eq(account.businessId, businessId),
        isNull(account.withdrawnAt),
        isNull(account.tillName),
      ),
    )
    .for('update')
  if (!row) refuse('not_found')
  if (row.role !== role) {
    const message =
      role === 'staff'
        ? 'Ask Regulars support to reset an owner’s two-step verification.'
        : 'Ask an owner of the business to reset this for their staff.'
    refuse('not_allowed', { message })
  }
  if (!row.secondFactorSince) return
  await forgetSecondFactor(row.id, rule)
  await endSessions({ accountId: row.id }, rule)
  await mailChange(row, 'reset', rule)
}
