/**
 * A business's status, plan and features. Changed under the business's next version, so its devices
 * learn of it in order. Nothing is hidden or lost: operations that devices queue in the meantime
 * are parked, and applied once the business is active again.
 */
import { eq } from 'drizzle-orm'
import type { Act } from '#schema/contract/act.ts'
import type { CallBody } from '#schema/contract/api.ts'
import type { Business } from '#schema/contract/business.ts'
import { business } from '#schema/database/business.ts'
import { type BusinessRow, requireBusiness, toBusiness } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { trialEndFrom } from './business.ts'

type Changes = CallBody<'admin.updateBusiness'>
type Standing = Pick<BusinessRow, 'status' | 'plan' | 'trialEndsAt' | 'features'>

export async function updateStanding(
  changes: Changes,
  rule: TenantRule<SignedIn>,
): Promise<Business> {
  return changeStanding(await lockBusiness(rule), changes, rule)
}

/** Holds the business's lock until the end of the transaction, so no other transaction can change it. */
export async function lockBusiness(rule: TenantRule<SignedIn>): Promise<BusinessRow> {
  const version = await rule.nextVersion()
  return { ...(await requireBusiness(rule)), version }
}

export async function changeStanding(
  locked: BusinessRow,
  changes: Changes,
  rule: TenantRule<SignedIn>,
): Promise<Business> {
  const { id, version } = locked
  const standing = judgeStanding(locked, changes, rule.now)
  await rule.db
    .update(business)
    .set({ ...standing, version })
    .where(eq(business.id, id))
  for (const act of actsOf(locked, standing)) await rule.audit(act, id)
  return toBusiness({ ...locked, ...standing }, rule.now)
}

function judgeStanding(before: Standing, changes: Changes, now: Date): Standing {
  const plan = changes.plan ?? before.plan
  const suspended = (changes.suspended ?? before.status === 'suspended') === true
  return {
    plan,
    status: suspended ? 'suspended' : plan === 'trial' ? 'trial' : 'active',
    // A business has only one trial: returning to it keeps the original end.
    trialEndsAt: before.trialEndsAt ?? (plan === 'trial' ? trialEndFrom(now) : null),
    features: { ...before.features, ...changes.features },
  }
}

function actsOf(before: Standing, after: Standing): Act[] {
  const wasSuspended = before.status === 'suspended'
  const isSuspended = after.status === 'suspended'
  const acts: Act[] = []
  if (!wasSuspended && isSuspended) acts.push('business.suspend')
  if (wasSuspended && !isSuspended) acts.push('business.reactivate')
  if (before.plan !== after.plan) acts.push('business.changePlan')
  if (JSON.stringify(before.features) !== JSON.stringify(after.features)) {
    acts.push('business.changeFeatures')
  }
  // Saved without changes.
  return acts.length > 0 ? acts : ['admin.updateBusiness']
}
