/**
 * Whether a reward may be handed over before the server has confirmed: only if the owner allows it,
 * within both caps, once per member, and only on a recent balance.
 */
import { useCallback } from 'react'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownRewardOf } from '#pwa/loyalty/reward.ts'
import { type ShownCustomer, shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { limits } from '#schema/contract/limits.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { hourMs } from '#schema/contract/time-spans.ts'

export interface HandOver {
  memberId: string
  rewardId: string
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const nobody: readonly ShownCustomer[] = []

/** @param lastPulledAt when this device last completed a pull */
export function mayHandOver(
  view: LoyaltyView,
  { memberId, rewardId }: HandOver,
  { now, lastPulledAt }: { now: number; lastPulledAt: string | null },
): boolean {
  const trust = view.records.get('business', view.businessId)?.trust
  const reward = shownRewardOf(view, rewardId)
  const customer = shownCustomerOf(view, memberId)
  if (!trust || !reward || !customer || customer.isNew || lastPulledAt === null) return false
  const unsynced = view.overlay.redemptions.filter(
    (each) => each.handedOver && each.sync !== 'saved',
  )
  const handedOver = unsynced.reduce((sum, { points }) => sum + points, 0)
  const ageMs = now - Date.parse(lastPulledAt)
  return (
    reward.pointsRequired <= trust.pointsPerRedemption &&
    handedOver + reward.pointsRequired <= trust.pointsPerDevice &&
    !unsynced.some((each) => each.memberId === customer.id) &&
    ageMs >= 0 &&
    ageMs <= limits.trustedBalanceHours * hourMs
  )
}

/** Re-evaluated while a redemption waits: the connection may have dropped after the tap. */
export function useMayHandOver({ memberId, rewardId }: HandOver): boolean {
  const { lastPulledAt } = useSyncStatus()
  const read = useCallback(
    (view: LoyaltyView) =>
      mayHandOver(view, { memberId, rewardId }, { now: Date.now(), lastPulledAt }),
    [memberId, rewardId, lastPulledAt],
  )
  return useLive(read, tables, false)
}

/** Members with a negative balance: a reward was handed over but the points were already spent. */
export function useMembersInDebt(): readonly ShownCustomer[] {
  const read = useCallback(
    (view: LoyaltyView) =>
      [...view.records.rows('customer')]
        .filter(({ points }) => points < 0)
        .flatMap(({ id }) => shownCustomerOf(view, id) ?? []),
    [],
  )
  return useLive(read, tables, nobody)
}
