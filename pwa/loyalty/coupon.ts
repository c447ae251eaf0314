/** Coupons: somebody's, one by its code, and using one up. */
import { useCallback } from 'react'
import { openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { PendingRedemption, SyncState } from '#pwa/loyalty/overlay.ts'
import { newestFirst } from '#pwa/loyalty/points.ts'
import { type ShownCustomer, shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'
import { couponKey } from '#pwa/sync/record-store.ts'
import type { Coupon } from '#schema/contract/coupon.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface ShownCoupon extends Coupon {
  sync: SyncState
}

export interface FoundCoupon {
  /** Null when this device does not know the code; the server may. */
  coupon: ShownCoupon | null
  customer: ShownCustomer | null
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'coupon', 'customer', 'purchase', 'reward']
const notFound: FoundCoupon = { coupon: null, customer: null, loading: true }

/** Newest first, used ones among them; undone redemptions left no coupon. */
export function shownCouponsOf(view: LoyaltyView, memberId: string): ShownCoupon[] {
  const shown = view.records
    .couponsOf(memberId)
    .map((coupon) => withUse(view, coupon))
    .filter((coupon) => !coupon.voidedAt)
  return newestFirst(shown, (coupon) => coupon.issuedAt)
}

export function shownRedemptionsOf(view: LoyaltyView, memberId: string): PendingRedemption[] {
  return view.overlay.redemptions
    .filter((each) => each.memberId === memberId)
    .filter((each) => !view.overlay.undoneRedemptions.has(each.couponId))
    .reverse()
}

function withUse(view: LoyaltyView, coupon: Coupon): ShownCoupon {
  const use = view.overlay.usedCoupons.get(couponKey(coupon.code))
  const undo = view.overlay.undoneRedemptions.get(coupon.id)
  return { ...coupon, sync: 'saved', ...use, ...undo }
}

/** @param code as typed or scanned; dashes and small letters do not matter */
export function useCoupon(code: string): FoundCoupon {
  const read = useCallback((view: LoyaltyView) => readCoupon(view, code), [code])
  return useLive(read, tables, notFound)
}

export function readCoupon(view: LoyaltyView, code: string): FoundCoupon {
  const coupon = view.records.couponByCode(code)
  return {
    coupon: coupon ? withUse(view, coupon) : null,
    customer: coupon ? shownCustomerOf(view, coupon.memberId) : null,
    loading: !view.records.isLoaded('coupon'),
  }
}

/** An unknown code is no reason: the server may know it. */
export function whyNotUse(view: LoyaltyView, code: string, now = Date.now()): RefusalCode | null {
  if (view.overlay.usedCoupons.has(couponKey(code))) return 'coupon_used'
  const coupon = view.records.couponByCode(code)
  if (!coupon) return null
  if (coupon.usedAt !== null) return 'coupon_used'
  if (coupon.voidedAt || view.overlay.undoneRedemptions.has(coupon.id)) return 'coupon_void'
  return Date.parse(coupon.expiresAt) < now ? 'coupon_expired' : null
}

/**
 * Resolves when it is saved on this device.
 * @throws RefusedHere when it is used or expired, InvalidPayload, DeviceFull, DeviceClosed
 */
export async function spendCoupon(code: string): Promise<OutboxRow> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotUse(view, code, device.context.now()))
  return device.perform('coupon.use', { code })
}
