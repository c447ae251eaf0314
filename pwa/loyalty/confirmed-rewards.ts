/** Coupons of redemptions that were awaited and are confirmed by now, neither used nor undone. */
import { useMemo } from 'react'
import { type ShownCoupon, shownCouponsOf } from '#pwa/loyalty/coupon.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface ConfirmedReward {
  coupon: ShownCoupon
  memberName: string
}

const tables: readonly DeviceTable[] = ['business', 'coupon', 'customer', 'purchase', 'reward']
const none: readonly ConfirmedReward[] = []

export function useConfirmedRewards(couponIds: readonly string[]): readonly ConfirmedReward[] {
  const ids = couponIds.join(' ')
  const read = useMemo(() => {
    return (view: LoyaltyView) =>
      ids.split(' ').flatMap((id): ConfirmedReward[] => {
        const memberId = view.records.get('coupon', id)?.memberId
        const customer = memberId === undefined ? null : shownCustomerOf(view, memberId)
        const coupon = shownCouponsOf(view, memberId ?? '').find((each) => each.id === id)
        if (!customer || !coupon || coupon.usedAt) return []
        return [{ coupon, memberName: `${customer.firstName} ${customer.lastName}` }]
      })
  }, [ids])
  return useLive(read, tables, none)
}
