/**
 * Applies one change to many businesses, each in its own transaction as if made alone: a failure
 * leaves none half-changed, and repeating the call finishes the rest. An undo sends the answer
 * back.
 */
import { inArray } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import type { TenantStanding } from '#schema/contract/tenant.ts'
import { business } from '#schema/database/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps } from '#sync-server/rule/rule.ts'
import { updateStanding } from './business-standing.ts'

export async function updateBusinesses(
  { businessIds, ...changes }: CallBody<'admin.updateBusinesses'>,
  steps: Steps<SignedIn>,
): Promise<TenantStanding[]> {
  const wanted = [...new Set(businessIds)]
  const found = await steps.commit(({ db }) =>
    db
      .select({ id: business.id, status: business.status, plan: business.plan })
      .from(business)
      .where(inArray(business.id, wanted)),
  )
  if (found.length < wanted.length) refuse('not_found')
  const changing = found
    .map(({ id, status, plan }) => ({ id, suspended: status === 'suspended', plan }))
    .filter(
      ({ suspended, plan }) =>
        (changes.suspended ?? suspended) !== suspended || (changes.plan ?? plan) !== plan,
    )
  for (const { id: businessId } of changing) {
    await steps.inTenant(businessId, (rule) => updateStanding({ businessId, ...changes }, rule))
  }
  return changing
}
