/**
 * The coupon that this device used last today, read back from its own operations: its discount is
 * still due after a reload, until a sale to its member takes it or another member is served.
 */
import { useEffect, useMemo, useState } from 'react'
import { digestOf } from '#pwa/loyalty/coupon-digest.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { readDay } from '#pwa/loyalty/shift.ts'
import { useDay } from '#pwa/loyalty/today.ts'
import type { UndoableAct } from '#pwa/loyalty/todays-acts.ts'
import { useDevice, useLive } from '#pwa/loyalty/use-live.ts'
import { isOverlaid, type OutboxRow, payloadOf } from '#pwa/records/outbox-row.ts'
import type { Discount } from '#schema/contract/discount.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface DueDiscount {
  memberId: string
  discount: Discount
  /** The use. */
  operationId: string
  /** Absent if the use can't be undone. */
  use: UndoableAct | undefined
  /** Sales to the member since; it is due again while all of them are undone. */
  purchaseIds: readonly string[]
}

const tables: readonly DeviceTable[] = ['coupon']

/** Reads the operations once, since a counter that is open knows of later ones. */
export function useDueDiscount(): DueDiscount | null {
  const device = useDevice()
  const { begin } = useDay()
  const [since] = useState(begin)
  const [rows, setRows] = useState<readonly OutboxRow[]>([])
  useEffect(() => {
    if (!device) return
    let isShown = true
    readDay(device, new Date(since)).then(
      (day) => isShown && setRows(day),
      // A database that can't be read shows its own problem.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [device, since])
  const read = useMemo(() => (view: LoyaltyView) => readDueDiscount(view, rows), [rows])
  return useLive(read, tables, null)
}

/** @param day the operations of a day, in the order in which they were made */
export function readDueDiscount(view: LoyaltyView, day: readonly OutboxRow[]): DueDiscount | null {
  const rows = day.filter(isOverlaid)
  const place = rows.findLastIndex(({ name }) => name === 'coupon.use')
  const row = rows[place]
  const used = row && usedIn(view, row)
  if (!used) return null
  const { memberId, discountType, discountValue, freeItem, use } = used
  const later = rows.slice(place + 1)
  if (later.some((each) => isOfAnother(each, memberId))) return null
  return {
    memberId,
    discount: { discountType, discountValue, freeItem },
    operationId: row.operationId,
    use,
    purchaseIds: later.flatMap((each) => payloadOf(each, 'purchase.record')?.purchaseId ?? []),
  }
}

function usedIn(view: LoyaltyView, row: OutboxRow) {
  const payload = payloadOf(row, 'coupon.use')
  const coupon = payload && view.records.couponByDigest(digestOf(view.businessId, payload))
  // Without its id, a use that was undone can't be told from one that counts.
  if (!coupon || !payload.useId) return null
  const use = { couponId: coupon.id, memberId: coupon.memberId, useId: payload.useId }
  return { ...coupon, use: { kind: 'use' as const, use } }
}

/** Serving someone else ends the discount. */
function isOfAnother(row: OutboxRow, memberId: string): boolean {
  if (row.name === 'customer.signUp') return true
  const served = payloadOf(row, 'purchase.record') ?? payloadOf(row, 'reward.redeem')
  return served !== null && served.memberId !== memberId
}
