/**
 * Rewards: the list, undoing a redemption, and an owner's changes. A redemption's coupon appears
 * once the server has confirmed it.
 */
import { serverNow } from '#pwa/api/server-clock.ts'
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import { type LoyaltyView, timeZoneOfView } from '#pwa/loyalty/loyalty-view.ts'
import type { SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import { defaultTimeZone } from '#schema/contract/day.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import {
  hasRewardExpired,
  type Reward,
  type RewardChanges,
  type RewardTerms,
} from '#schema/contract/reward.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export type ShownReward = Reward & { sync: SyncState }

/** With its sync state; rows that come from a server call have none. */
export type ListedReward = Omit<ShownReward, 'sync'> & Partial<Pick<ShownReward, 'sync'>>

export interface RewardList {
  rewards: readonly ShownReward[]
  /** The business's time zone, which each reward's last day refers to. */
  timeZone: string
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'reward']
const noRewards: RewardList = { rewards: [], timeZone: defaultTimeZone, loading: true }

/** All that are not retired, cheapest first. */
export function useRewards(): RewardList {
  return useLive(readRewards, tables, noRewards)
}

export function readRewards(view: LoyaltyView): RewardList {
  const known = [...view.records.rows('reward')].map(({ id }) => id)
  const ids = new Set([...known, ...view.overlay.rewards.keys()])
  const rewards = [...ids]
    .flatMap((id) => shownRewardOf(view, id) ?? [])
    .filter((reward) => reward.retiredAt === null)
    .sort(
      (one, other) => one.pointsRequired - other.pointsRequired || (one.name < other.name ? -1 : 1),
    )
  return {
    rewards,
    timeZone: timeZoneOfView(view),
    loading: !view.records.isLoaded('reward'),
  }
}

/** Includes pending changes and pending redemptions. */
export function shownRewardOf(view: LoyaltyView, id: string): ShownReward | null {
  const row = view.records.get('reward', id)
  const reward =
    view.overlay.rewards.get(id) ?? (row && { ...terms, ...row, sync: 'saved' as const })
  if (!reward) return null
  const waiting = view.overlay.redemptions.filter(({ rewardId }) => rewardId === id).length
  return waiting ? { ...reward, redeemedCount: reward.redeemedCount + waiting } : reward
}

/** Whether it is offered today and in stock. */
export function canBeRedeemed(reward: Reward, timeZone: string): boolean {
  return reward.isActive && !hasRewardExpired(reward, serverNow(), timeZone) && !isSoldOut(reward)
}

/** Defaults for rows that an earlier app version stored. */
const terms = {
  stock: null,
  limitPerMember: null,
  redeemedCount: 0,
  retiredAt: null,
  revision: '00000000-0000-0000-0000-000000000000',
}

export function isSoldOut({ stock, redeemedCount }: Reward): boolean {
  return stock !== null && redeemedCount >= stock
}

/**
 * Resolves once the reward is saved on this device.
 * @throws InvalidPayload, DeviceFull, DeviceClosed
 */
export async function createReward(terms: RewardTerms): Promise<OutboxRow> {
  return openedDevice().perform('reward.create', { ...terms, rewardId: newId() })
}

/**
 * @param seen the reward as its editor saw it: if another change came first, this one is refused
 */
export async function changeReward(seen: Reward, changes: RewardChanges): Promise<OutboxRow> {
  const { id: rewardId, revision } = seen
  return openedDevice().perform('reward.change', { rewardId, revision, changes })
}

export interface NewRedemption {
  memberId: string
  rewardId: string
}

/** The coupon must be unused; the server decides about one that this device does not know. */
export function whyNotUndo(view: LoyaltyView, couponId: string): RefusalCode | null {
  if (view.overlay.undoneRedemptions.has(couponId)) return 'coupon_void'
  const coupon = view.records.get('coupon', couponId)
  if (!coupon) return null
  if (coupon.voidedAt) return 'coupon_void'
  const use = view.overlay.couponUses.get(coupon.codeDigest) ?? coupon
  return use.usedAt !== null ? 'coupon_used' : null
}

/**
 * Undoes a redemption with a second operation that compensates for the first.
 * @throws RefusedHere if its coupon is used or void; DeviceFull, DeviceClosed
 */
export async function undoRedemption(of: {
  couponId: string
  memberId: string
}): Promise<OutboxRow> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotUndo(view, of.couponId))
  const memberId = device.outbox.memberIdOf(of.memberId)
  return device.perform('redemption.undo', { couponId: of.couponId, memberId })
}

/** Only saves a round trip: the device's clock may be wrong, so the server decides about expiry. */
export function whyNotRedeem(
  view: LoyaltyView,
  { memberId, rewardId }: NewRedemption,
  now = serverNow(),
): RefusalCode | null {
  const reward = shownRewardOf(view, rewardId)
  if (!reward?.isActive) return 'reward_unavailable'
  if (isSoldOut(reward)) return 'reward_sold_out'
  if (hasRewardExpired(reward, now, timeZoneOfView(view))) return 'reward_expired'
  const customer = shownCustomerOf(view, memberId)
  if (!customer) return 'member_unknown'
  return customer.points < reward.pointsRequired ? 'points_short' : null
}
