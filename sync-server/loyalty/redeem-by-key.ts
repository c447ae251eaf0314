/** `POST /api/customer/{id}/redeem/{rewardId}`: by the customer, or by staff on their behalf. */
import { uuid } from '#schema/contract/id.ts'
import type { Asker } from '#schema/contract/operation.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import {
  findRepeat,
  type KeyedCall,
  performDocumented,
  requireStanding,
} from '#sync-server/engine/documented-calls.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import { idFrom, newId } from '#sync-server/rule/id.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { OpenedCustomer } from './key.ts'
import { findReward } from './reward.ts'

export interface Redemption {
  rewardId: string
  /** Possibly in capitals, which earlier releases did not lower. */
  rewardIdAsSent: string | undefined
  /** The price the person confirmed; defaults to the current price. */
  pointsSeen: number | undefined
  actor: Actor
  origin: Origin
  idempotencyKey: string | undefined
}

export async function redeemFor(
  server: EngineParts,
  { businessId, ownId: memberId, byKey }: OpenedCustomer,
  { rewardId, rewardIdAsSent, pointsSeen, actor, origin, idempotencyKey }: Redemption,
): Promise<Verdict> {
  if (!uuid.safeParse(rewardId).success) refuse('reward_unavailable')
  // A repeat after a join or its undo must find the first one.
  const keyedBy = (spelledId: string): KeyedCall => ({
    businessId,
    name: 'reward.redeem',
    idempotencyKey,
    scope: `POST /api/customer/${memberId}/redeem/${spelledId}`,
    hashed: { memberId, rewardId: spelledId },
  })
  for (const spelledId of new Set([rewardId, rewardIdAsSent ?? rewardId])) {
    const before = await findRepeat(server, keyedBy(spelledId))
    if (before) return before
  }
  const reward = await server.doors.tenant(businessId, (tenant) => findReward(tenant, rewardId))
  if (!reward) refuse('reward_unavailable')
  // A repeat under the same key gets the same coupon; another reward gets another one.
  const couponId = idempotencyKey ? idFrom('coupon', memberId, rewardId, idempotencyKey) : newId()
  const account = byKey || actor.kind === 'visitor' ? null : actor
  const asker: Asker =
    account === null ? 'customer' : account.role === 'business_admin' ? 'business_admin' : 'staff'
  return requireStanding(
    await performDocumented(server, {
      ...keyedBy(rewardId),
      payload: { couponId, memberId, rewardId, pointsSeen: pointsSeen ?? reward.pointsRequired },
      by: { asker, accountId: account?.workedBy ?? account?.accountId ?? null, origin },
    }),
  )
}
