/**
 * An owner asks for another plan. This charges nothing and changes nothing: it mails the super
 * admins, one of whom changes the plan.
 */
import type { CallBody } from '#schema/contract/api.ts'
import { daySeconds } from '#schema/contract/time-spans.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findBusiness } from './business.ts'
import { listSuperAdmins } from './super-admins.ts'

export async function requestPlan(
  { businessId, plan }: { businessId: string } & CallBody<'business.requestPlan'>,
  rule: Rule<SignedIn>,
): Promise<void> {
  const { db, now, config } = rule
  const { name } = await findBusiness(db, businessId)
  const budget = { count: serverLimits.planRequestsPerDay, windowSeconds: daySeconds }
  const retryAfterSeconds = await spendBudget(
    db,
    attemptKey('plan.request', businessId),
    budget,
    now,
  )
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  for (const { id, email } of await listSuperAdmins(db)) {
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
