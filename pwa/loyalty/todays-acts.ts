/**
 * The acts of today that can be undone for a member, on whichever device they were made: sales,
 * redemptions and used coupons. Read from rows and outbox, so they outlive a reload.
 */
import { useMemo } from 'react'
import {
  type CouponUse,
  shownCouponsOf,
  shownRedemptionsOf,
  undoableUse,
  undoCouponUse,
  whyNotUndoUse,
} from '#pwa/loyalty/coupon.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { newestFirst } from '#pwa/loyalty/points.ts'
import { reversePurchase, shownPurchasesOf, whyNotReverse } from '#pwa/loyalty/purchase.ts'
import { undoRedemption, whyNotUndo } from '#pwa/loyalty/reward.ts'
import { useDay } from '#pwa/loyalty/today.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import type { CouponSource } from '#schema/contract/coupon.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

/** An act that a second operation can undo; `id` is the purchase's or the coupon's. */
export type UndoableAct =
  | { kind: 'sale' | 'redemption'; id: string }
  | { kind: 'use'; use: CouponUse }

interface Done {
  /** The purchase's or the coupon's id. */
  id: string
  at: string
  sync: SyncState
}

export type TodaysAct = Done &
  (
    | { kind: 'sale'; amount: string }
    | { kind: 'redemption'; rewardName: string }
    | { kind: 'use'; description: string; source: CouponSource; use: CouponUse }
  )

const tables: readonly DeviceTable[] = ['business', 'coupon', 'customer', 'purchase', 'reward']
const none: readonly TodaysAct[] = []

/** Newest first. */
export function useTodaysActs(memberId: string): readonly TodaysAct[] {
  const { begin } = useDay()
  const read = useMemo(() => {
    const since = new Date(begin).toISOString()
    return (view: LoyaltyView) => readTodaysActs(view, memberId, since)
  }, [memberId, begin])
  return useLive(read, tables, none)
}

function readTodaysActs(view: LoyaltyView, memberId: string, since: string): TodaysAct[] {
  const acts: TodaysAct[] = []
  for (const purchase of shownPurchasesOf(view, memberId)) {
    const { id, recordedAt: at, sync, mayReverse, reversedAmount = '0' } = purchase
    const amount = fromCents(toCents(purchase.amount) - toCents(reversedAmount))
    if (mayReverse) acts.push({ kind: 'sale', id, at, sync, amount })
  }
  for (const { couponId: id, redeemedAt: at, sync, rewardName, handedOver } of shownRedemptionsOf(
    view,
    memberId,
  )) {
    if (!handedOver) acts.push({ kind: 'redemption', id, at, sync, rewardName })
  }
  for (const coupon of shownCouponsOf(view, memberId)) {
    const { id, source, description, issuedAt, usedAt, sync } = coupon
    const use = undoableUse(coupon)
    if (use && usedAt) acts.push({ kind: 'use', id, at: usedAt, sync, description, source, use })
    if (source === 'reward' && !usedAt) {
      acts.push({ kind: 'redemption', id, at: issuedAt, sync, rewardName: description })
    }
  }
  return newestFirst(
    acts.filter(({ at }) => at >= since),
    ({ at }) => at,
  )
}

/** @throws RefusedHere if it can't be undone any more; DeviceFull, DeviceClosed */
export function undoAct(act: UndoableAct, memberId: string): Promise<OutboxRow> {
  if (act.kind === 'use') return undoCouponUse(act.use)
  if (act.kind === 'sale') return reversePurchase({ purchaseId: act.id, memberId })
  return undoRedemption({ couponId: act.id, memberId })
}

/** Whether it was undone, by whichever device; false while there is no act. */
export function useIsUndone(act: UndoableAct | undefined): boolean {
  const read = useMemo(() => (view: LoyaltyView) => act !== undefined && isUndone(view, act), [act])
  return useLive(read, tables, false)
}

/** True while at least one of these sales is not undone. */
export function useIsSaleLeft(purchaseIds: readonly string[]): boolean {
  const ids = purchaseIds.join(' ')
  const read = useMemo(() => {
    const acts = ids.split(' ').filter((id) => id !== '')
    return (view: LoyaltyView) => acts.some((id) => !isUndone(view, { kind: 'sale', id }))
  }, [ids])
  return useLive(read, tables, ids !== '')
}

function isUndone(view: LoyaltyView, act: UndoableAct): boolean {
  if (act.kind === 'use') return whyNotUndoUse(view, act.use) !== null
  if (act.kind === 'redemption') return whyNotUndo(view, act.id) === 'coupon_void'
  return whyNotReverse(view, { purchaseId: act.id }) === 'purchase_reversed'
}
