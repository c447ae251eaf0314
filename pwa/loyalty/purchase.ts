/** Purchases at the counter: recording, reversing and listing them. */
import { readBusiness } from '#pwa/loyalty/business.ts'
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import { earningRuleOf } from '#pwa/loyalty/earning.ts'
import { type LoyaltyView, pendingGroupOf, viewOf } from '#pwa/loyalty/loyalty-view.ts'
import type { SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { newestFirst } from '#pwa/loyalty/points.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import type { Tender } from '#schema/contract/earning.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import type { Purchase } from '#schema/contract/points.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'

export interface ShownPurchase extends Purchase {
  sync: SyncState
  /** False once it is fully reversed, or its full reversal is pending. */
  mayReverse: boolean
}

/** Newest first. */
export function shownPurchasesOf(view: LoyaltyView, memberId: string): ShownPurchase[] {
  const rows = pendingGroupOf(view, memberId).flatMap((id) => view.records.purchasesOf(id))
  const known: ShownPurchase[] = rows.map((row) => ({
    ...row,
    sync: 'saved',
    mayReverse: row.reversedAt === null,
  }))
  for (const pending of view.overlay.purchases.values()) {
    if (pending.memberId !== memberId) continue
    const { operationId: _, ...row } = pending
    known.push({ ...row, reversedAt: null, mayReverse: true })
  }
  const shown = known.map((purchase) => {
    const reversal = view.overlay.reversals.get(purchase.id)
    if (!reversal) return purchase
    const reversedCents = toCents(purchase.reversedAmount ?? '0') + reversal.cents
    const { sync, reversedAt } = reversal
    return {
      ...purchase,
      sync,
      reversedAt,
      reversedAmount: fromCents(reversedCents),
      mayReverse: reversedAt === null,
    }
  })
  return newestFirst(shown, (purchase) => purchase.recordedAt)
}

export interface NewPurchase {
  memberId: string
  /** '12.50' */
  amount: string
  note?: string | null
  tender?: Tender | undefined
}

/**
 * Resolves once the purchase is saved on this device.
 * @throws InvalidPayload with the fields, DeviceFull, DeviceClosed
 */
export async function recordPurchase(
  purchase: NewPurchase,
): Promise<{ purchaseId: string; operation: OutboxRow }> {
  const device = openedDevice()
  const purchaseId = newId()
  const memberId = device.outbox.memberIdOf(purchase.memberId)
  const ruleId = earningRuleOf(readBusiness(viewOf(device)).business).id
  const operation = await device.perform('purchase.record', {
    ...purchase,
    memberId,
    purchaseId,
    ruleId,
  })
  return { purchaseId, operation }
}

export function whyNotReverse(view: LoyaltyView, of: { purchaseId: string }): RefusalCode | null {
  const row = view.records.get('purchase', of.purchaseId)
  if (!row && !view.overlay.purchases.has(of.purchaseId)) return 'purchase_unknown'
  const isReversed = row?.reversedAt || view.overlay.reversals.get(of.purchaseId)?.reversedAt
  return isReversed ? 'purchase_reversed' : null
}

/** @throws RefusedHere if it is unknown or already reversed; DeviceFull, DeviceClosed */
export async function reversePurchase(of: {
  purchaseId: string
  memberId: string
  /** Absent to reverse all that is left. */
  amount?: string
}): Promise<OutboxRow> {
  const device = openedDevice()
  refuseHere(device, (view) => whyNotReverse(view, of))
  const memberId = device.outbox.memberIdOf(of.memberId)
  return device.perform('purchase.reverse', { ...of, memberId })
}
