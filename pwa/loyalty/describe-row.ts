/** An outbox row in words: whom and what it is about, and why it was refused or is parked. */

import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { digestOf } from '#pwa/loyalty/coupon-digest.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { type OutboxRow, payloadOf } from '#pwa/sync/outbox-row.ts'
import { currentLocale } from '#pwa/texts/language.ts'
import { operationTexts } from '#pwa/texts/operation.ts'
import { toCents } from '#schema/contract/money.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'

export interface RowInWords {
  title: string
  message: string | null
  memberId: string | null
}

export function describeRow(view: LoyaltyView, row: OutboxRow): RowInWords {
  const memberId = memberIdIn(view, row)
  return { title: titleOf(view, row, memberId), message: messageOf(row), memberId }
}

function memberIdIn(view: LoyaltyView, row: OutboxRow): string | null {
  const payload = row.payload as { memberId?: unknown } | null
  if (typeof payload?.memberId === 'string') return view.outbox.memberIdOf(payload.memberId)
  return usedCouponOf(view, row)?.memberId ?? null
}

function titleOf(view: LoyaltyView, row: OutboxRow, memberId: string | null): string {
  const signUp = payloadOf(row, 'customer.signUp')
  if (signUp) return `${signUp.firstName} ${signUp.lastName}`
  const who = nameOf(view, memberId)
  const purchase = payloadOf(row, 'purchase.record')
  if (purchase) return operationTexts.amountFor(dollars(purchase.amount), who)
  const reversal = payloadOf(row, 'purchase.reverse')
  if (reversal) {
    const known = view.records.get('purchase', reversal.purchaseId)
    return known
      ? operationTexts.amountOf(dollars(known.amount), who)
      : operationTexts.aPurchaseOf(who)
  }
  const redemption = payloadOf(row, 'reward.redeem')
  if (redemption) {
    const reward = view.records.get('reward', redemption.rewardId)
    return operationTexts.rewardFor(reward?.name ?? operationTexts.aReward, who)
  }
  const undone = payloadOf(row, 'redemption.undo')
  if (undone) {
    const coupon = view.records.get('coupon', undone.couponId)
    return operationTexts.rewardFor(coupon?.description ?? operationTexts.aReward, who)
  }
  const created = payloadOf(row, 'reward.create')
  if (created) return created.name
  const changed = payloadOf(row, 'reward.change')
  if (changed) {
    return (
      changed.changes.name ??
      view.records.get('reward', changed.rewardId)?.name ??
      operationTexts.aReward
    )
  }
  const used = usedCouponOf(view, row)
  if (used) return `${used.description} (…${used.codeEnding}) for ${who}`
  return payloadOf(row, 'coupon.use')?.code ?? payloadOf(row, 'scan.record')?.code ?? row.name
}

function usedCouponOf(view: LoyaltyView, row: OutboxRow) {
  const named = payloadOf(row, 'coupon.use')
  return named ? view.records.couponByDigest(digestOf(view.businessId, named)) : undefined
}

function nameOf(view: LoyaltyView, memberId: string | null): string {
  if (memberId === null) return operationTexts.aCustomer
  const shown = shownCustomerOf(view, memberId)
  if (shown) return `${shown.firstName} ${shown.lastName}`
  for (const row of view.outbox.rows()) {
    const signUp = payloadOf(row, 'customer.signUp')
    if (signUp?.memberId === memberId) return `${signUp.firstName} ${signUp.lastName}`
  }
  return operationTexts.aCustomer
}

function dollars(amount: string): string {
  const usd = new Intl.NumberFormat(currentLocale(), { style: 'currency', currency: 'USD' })
  return usd.format(toCents(amount) / 100)
}

function messageOf(row: OutboxRow): string | null {
  if (row.status !== 'refused' && row.status !== 'parked') return null
  const { code } = row
  if (code && Object.hasOwn(operationTexts.parked, code)) {
    return operationTexts.parked[code as ParkedReason]
  }
  const known = code && Object.hasOwn(refusals, code) ? refusals[code as RefusalCode].message : null
  const message = row.message ?? known
  if (message) return refusalSentence(code ?? '', message)
  return row.status === 'parked' ? operationTexts.onHold : null
}
