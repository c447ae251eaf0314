/** Rewards: what points buy, and redeeming one. The coupon appears when the server has confirmed. */
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'
import { couponKey } from '#pwa/sync/record-store.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { Reward } from '#schema/contract/reward.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface RewardList {
  rewards: readonly Reward[]
  loading: boolean
}

const tables: readonly DeviceTable[] = ['reward']
const noRewards: RewardList = { rewards: [], loading: true }

/** All of the business's, cheapest first. */
export function useRewards(): RewardList {
  return useLive(readRewards, tables, noRewards)
}

export function readRewards(view: LoyaltyView): RewardList {
  const rewards = [...view.records.rows('reward')].sort(
    (one, other) => one.pointsRequired - other.pointsRequired || (one.name < other.name ? -1 : 1),
  )
  return { rewards, loading: !view.records.isLoaded('reward') }
}

export interface NewRedemption {
  memberId: string
  rewardId: string
}

/** Its coupon must be unused; one that this device does not know is left to the server. */
export function whyNotUndo(view: LoyaltyView, couponId: string): RefusalCode | null {
  if (view.overlay.undoneRedemptions.has(couponId)) return 'coupon_void'
  const coupon = view.records.get('coupon', couponId)
  if (!coupon) return null
  if (coupon.voidedAt) return 'coupon_void'
  const isUsed = coupon.usedAt !== null || view.overlay.usedCoupons.has(couponKey(coupon.code))
  return isUsed ? 'coupon_used' : null
}

/**
 * Takes a redemption back, by a second operation that compensates the first.
 * @throws RefusedHere when its coupon is used or void, DeviceFull, DeviceClosed
 */
export async function undoRedemption(of: { couponId: string; memberId: string }): Promise<void> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotUndo(view, of.couponId))
  const memberId = device.outbox.memberIdOf(of.memberId)
  await device.perform('redemption.undo', { couponId: of.couponId, memberId })
}

/** The device's clock is a claim: an expiry is told from the server, this only spares a round trip. */
export function whyNotRedeem(
  view: LoyaltyView,
  { memberId, rewardId }: NewRedemption,
  now = Date.now(),
): RefusalCode | null {
  const reward = view.records.get('reward', rewardId)
  if (!reward?.isActive) return 'reward_unavailable'
  if (reward.expiryDate !== null && Date.parse(reward.expiryDate) < now) return 'reward_expired'
  const customer = shownCustomerOf(view, memberId)
  if (!customer) return 'member_unknown'
  return customer.points < reward.pointsRequired ? 'points_short' : null
}

/**
 * Reserves the points here; resolves when the wish is saved on this device.
 * @throws RefusedHere when it cannot be granted, DeviceFull, DeviceClosed
 */
export async function redeemReward(
  redemption: NewRedemption,
): Promise<{ couponId: string; operation: OutboxRow }> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotRedeem(view, redemption, device.context.now()))
  const couponId = newId()
  const operation = await device.perform('reward.redeem', {
    couponId,
    rewardId: redemption.rewardId,
    memberId: device.outbox.memberIdOf(redemption.memberId),
    pointsSeen: device.records.get('reward', redemption.rewardId)?.pointsRequired ?? 0,
  })
  return { couponId, operation }
}
