/**
 * A business's standing: suspended or not, its plan and its features. Changed through the tenant
 * door under the business's next version, so that its devices hear of it in order. Nothing is ever
 * hidden or lost by it (decisions.md §2).
 */
import { eq } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { business } from '#schema/database/business.ts'
import { writeTenantAudit } from '#sync-server/audit/audit.ts'
import { type BusinessRow, requireBusiness } from '#sync-server/loyalty/business.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import type { Server } from '#sync-server/server.ts'
import { trialEndFrom } from './business.ts'

type Changes = CallBody<'admin.updateBusiness'>
type Standing = Pick<BusinessRow, 'status' | 'plan' | 'trialEndsAt' | 'features'>

export async function updateStanding(
  businessId: string,
  changes: Changes,
  actor: SignedIn,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'pokes'>,
): Promise<BusinessRow> {
  const now = server.clock.now()
  const row = await server.doors.tenant(businessId, async (tenant) => {
    const version = await nextVersion(tenant)
    const before = await requireBusiness(tenant)
    const standing = judgeStanding(before, changes, now)
    await tenant.db
      .update(business)
      .set({ ...standing, version })
      .where(eq(business.id, businessId))
    for (const act of actsOf(before, standing)) {
      await writeTenantAudit(tenant, actor, origin, { act, subjectId: businessId }, now)
    }
    return { ...before, ...standing, version }
  })
  server.pokes.announce(businessId, row.version)
  return row
}

function judgeStanding(before: Standing, changes: Changes, now: Date): Standing {
  const plan = changes.plan ?? before.plan
  const suspended = (changes.suspended ?? before.status === 'suspended') === true
  return {
    plan,
    status: suspended ? 'suspended' : plan === 'trial' ? 'trial' : 'active',
    // A trial is had once: going back to it goes back to the same end.
    trialEndsAt: before.trialEndsAt ?? (plan === 'trial' ? trialEndFrom(now) : null),
    features: { ...before.features, ...changes.features },
  }
}

function actsOf(before: Standing, after: Standing): string[] {
  const wasSuspended = before.status === 'suspended'
  const isSuspended = after.status === 'suspended'
  const acts: string[] = []
  if (!wasSuspended && isSuspended) acts.push('business.suspend')
  if (wasSuspended && !isSuspended) acts.push('business.reactivate')
  if (before.plan !== after.plan) acts.push('business.changePlan')
  if (JSON.stringify(before.features) !== JSON.stringify(after.features)) {
    acts.push('business.changeFeatures')
  }
  // Nothing was changed, but it was opened to be.
  return acts.length > 0 ? acts : ['admin.updateBusiness']
}
