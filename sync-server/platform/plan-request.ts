/**
 * An owner asks for another plan. This charges nothing and changes nothing: it mails the super
 * admins, one of whom changes the plan.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findBusiness } from './business.ts'

export async function requestPlan(
  { businessId, plan }: { businessId: string } & CallBody<'business.requestPlan'>,
  rule: Rule<SignedIn>,
): Promise<void> {
  const { db, now, config } = rule
  const { name } = await findBusiness(db, businessId)
  const budget = { count: serverLimits.planRequestsPerDay, windowSeconds: 86_400 }
  const retryAfterSeconds = await spendBudget(
    db,
    attemptKey('plan.request', businessId),
    budget,
    now,
  )
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  const superAdmins = await db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(eq(account.role, 'super_admin'), isNull(account.withdrawnAt)))
    .limit(serverLimits.superAdminsTold)
  for (const { id, email } of superAdmins) {
    await rule.mail({
      recipient: email,
      kind: 'planRequest',
      fields: {
        businessName: name,
        plan,
        url: `${config.publicUrl}/super-admin-dashboard/tenants/${businessId}`,
      },
      subjectId: id,
    })
  }
  await rule.audit('business.requestPlan', businessId, { businessId })
}
