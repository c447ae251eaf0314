/** Coupons of redemptions that were awaited and are confirmed by now, neither used nor undone. */
import { useMemo } from 'react'
import { toServerTime } from '#pwa/api/server-instant.ts'
import { type ShownCoupon, shownCouponsOf } from '#pwa/loyalty/coupon.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { isOverlaid, payloadOf } from '#pwa/records/outbox-row.ts'
import type { Device } from '#pwa/sync/create-device.ts'
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

/**
 * Coupons of the redemptions that this device saved lately and did not refuse. From disk, so it
 * knows those that were on the screen when the app was killed, also if the service worker sent them.
 * @param since by this device's clock
 */
export async function readRedeemedCoupons({ context }: Device, since: Date): Promise<string[]> {
  const settledSince = toServerTime(since.toISOString())
  const rows = await context.door.within(async ({ journal, outbox }) => {
    const batches = await journal.where('settledAt').above(settledSince).toArray()
    return [...(await outbox.toArray()), ...batches.flatMap((batch) => batch.rows)]
  })
  return rows.flatMap((row) => {
    if (row.name !== 'reward.redeem' || !isOverlaid(row)) return []
    const payload = payloadOf(row, 'reward.redeem')
    return payload && !payload.handedOver ? payload.couponId : []
  })
}
