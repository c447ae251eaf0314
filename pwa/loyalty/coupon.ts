/** Coupons: a member's list, finding one by its code, and using one. */

import { useCallback } from 'react'
import { serverNow } from '#pwa/api/server-clock.ts'
import { couponDigest, directoryDigest } from '#pwa/loyalty/coupon-digest.ts'
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import { type LoyaltyView, pendingGroupOf, timeZoneOfView } from '#pwa/loyalty/loyalty-view.ts'
import type { PendingRedemption, SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { newestFirst } from '#pwa/loyalty/points.ts'
import { type ShownCustomer, shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import type { HeldCoupon } from '#schema/contract/coupon.ts'
import { couponState } from '#schema/contract/coupon-term.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface ShownCoupon extends HeldCoupon {
  sync: SyncState
}

export interface FoundCoupon {
  /** Null if this device does not know the code; the server may. */
  coupon: ShownCoupon | null
  customer: ShownCustomer | null
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'coupon', 'customer', 'purchase', 'reward']
const notFound: FoundCoupon = { coupon: null, customer: null, loading: true }

/** Newest first, including used ones; coupons of undone redemptions are left out. */
export function shownCouponsOf(view: LoyaltyView, memberId: string): ShownCoupon[] {
  const shown = pendingGroupOf(view, memberId)
    .flatMap((id) => view.records.couponsOf(id))
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

function withUse(view: LoyaltyView, coupon: HeldCoupon): ShownCoupon {
  const use = view.overlay.couponUses.get(coupon.codeDigest)
  const undo = view.overlay.undoneRedemptions.get(coupon.id)
  return { ...coupon, sync: 'saved', ...use, ...undo }
}

/** @param code as typed or scanned; dashes and case do not matter */
export function useCoupon(code: string): FoundCoupon {
  const read = useCallback((view: LoyaltyView) => readCoupon(view, code), [code])
  return useLive(read, tables, notFound)
}

/** @param digest of a coupon that this device holds */
export function useHeldCoupon(digest: string): FoundCoupon {
  const read = useCallback((view: LoyaltyView) => readHeldCoupon(view, digest), [digest])
  return useLive(read, tables, notFound)
}

export function readCoupon(view: LoyaltyView, code: string): FoundCoupon {
  return readHeldCoupon(view, couponDigest(view.businessId, code))
}

function readHeldCoupon(view: LoyaltyView, digest: string): FoundCoupon {
  const coupon = view.records.couponByDigest(digest)
  return {
    coupon: coupon ? withUse(view, coupon) : null,
    customer: coupon ? shownCustomerOf(view, coupon.memberId) : null,
    loading: !view.records.isLoaded('coupon'),
  }
}

/** A coupon unknown to this device is no reason to refuse: the server may know it. */
export function whyNotUse(
  view: LoyaltyView,
  digest: string,
  now = serverNow(),
): RefusalCode | null {
  const use = view.overlay.couponUses.get(digest)
  if (use?.usedAt) return 'coupon_used'
  const held = view.records.couponByDigest(digest)
  if (!held) return null
  const coupon = { ...held, ...use }
  if (view.overlay.undoneRedemptions.has(coupon.id)) return 'coupon_void'
  const state = couponState(coupon, now, timeZoneOfView(view))
  return state === 'valid' ? null : `coupon_${state}`
}

export interface SpentCoupon {
  operation: OutboxRow
  /** Names the use, for its undo. */
  useId: string
}

/**
 * Resolves once the use is saved on this device, with the code's digest and never the code.
 * @throws RefusedHere if it is used, void or expired; DeviceFull, DeviceClosed
 */
export async function spendCoupon(code: string): Promise<SpentCoupon> {
  const device = openedDevice()
  return spend(device, {
    digest: couponDigest(device.identity.businessId, code),
    directoryDigest: directoryDigest(code),
  })
}

/** Uses a coupon that is open on the screen, naming its member. */
export async function spendCouponOf({
  codeDigest,
  memberId,
}: Pick<HeldCoupon, 'codeDigest' | 'memberId'>): Promise<SpentCoupon> {
  return spend(openedDevice(), { digest: codeDigest, memberId })
}

async function spend(
  device: Device,
  named: { digest: string; directoryDigest?: string; memberId?: string },
): Promise<SpentCoupon> {
  refuseHere(device, (view) => whyNotUse(view, named.digest, device.context.now()))
  const useId = newId()
  return { useId, operation: await device.perform('coupon.use', { ...named, useId }) }
}

export interface CouponUse {
  couponId: string
  memberId: string
  useId: string
}

/** @returns the use of this member's coupon that can be undone, or null */
export function undoableUse({ id, memberId, usedAt, useId }: HeldCoupon): CouponUse | null {
  return usedAt && useId ? { couponId: id, memberId, useId } : null
}

/** The server decides about a coupon that this device does not know. */
export function whyNotUndoUse(
  view: LoyaltyView,
  { couponId, useId }: Pick<CouponUse, 'couponId' | 'useId'>,
): RefusalCode | null {
  const coupon = view.records.get('coupon', couponId)
  const isCounted = !coupon || withUse(view, coupon).useId === useId
  return isCounted ? null : 'coupon_use_undone'
}

/**
 * Makes a used coupon good again, with a second operation that names the use.
 * @throws RefusedHere if it isn't the use that counts; DeviceFull, DeviceClosed
 */
export async function undoCouponUse({ couponId, memberId, useId }: CouponUse): Promise<OutboxRow> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotUndoUse(view, { couponId, useId }))
  const id = device.outbox.memberIdOf(memberId)
  return device.perform('couponUse.undo', { couponId, memberId: id, useId })
}
