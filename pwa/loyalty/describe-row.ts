/** An outbox row in words: whom and what it is about, and why it was refused or is parked. */
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { type OutboxRow, payloadOf } from '#pwa/sync/outbox-row.ts'
import { toCents } from '#schema/contract/money.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'

/** Decisions §3.6, for a person at the counter. */
export const parkedSentences: Record<ParkedReason, string> = {
  business_paused: 'The business is paused. This counts as soon as it is active again.',
  rights_withdrawn: 'Your rights were changed, so the owner decides whether this counts.',
  outbox_silent: 'This device was away for very long, so the owner decides whether this counts.',
  member_not_arrived: 'The sign-up of this member has not arrived yet. This counts when it does.',
  server_error: 'Something went wrong on our side. We keep this and will look at it.',
}

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
  const code = payloadOf(row, 'coupon.use')?.code
  return (code && view.records.couponByCode(code)?.memberId) || null
}

function titleOf(view: LoyaltyView, row: OutboxRow, memberId: string | null): string {
  const signUp = payloadOf(row, 'customer.signUp')
  if (signUp) return `${signUp.firstName} ${signUp.lastName}`
  const who = nameOf(view, memberId)
  const purchase = payloadOf(row, 'purchase.record')
  if (purchase) return `${dollars(purchase.amount)} for ${who}`
  const reversal = payloadOf(row, 'purchase.reverse')
  if (reversal) {
    const known = view.records.get('purchase', reversal.purchaseId)
    return known ? `${dollars(known.amount)} of ${who}` : `A purchase of ${who}`
  }
  const redemption = payloadOf(row, 'reward.redeem')
  if (redemption) {
    const reward = view.records.get('reward', redemption.rewardId)
    return `${reward?.name ?? 'A reward'} for ${who}`
  }
  const undone = payloadOf(row, 'redemption.undo')
  if (undone) {
    const coupon = view.records.get('coupon', undone.couponId)
    return `${coupon?.description ?? 'A reward'} for ${who}`
  }
  const created = payloadOf(row, 'reward.create')
  if (created) return created.name
  const changed = payloadOf(row, 'reward.change')
  if (changed) {
    return changed.changes.name ?? view.records.get('reward', changed.rewardId)?.name ?? 'A reward'
  }
  return payloadOf(row, 'coupon.use')?.code ?? payloadOf(row, 'scan.record')?.code ?? row.name
}

function nameOf(view: LoyaltyView, memberId: string | null): string {
  if (memberId === null) return 'a member'
  const shown = shownCustomerOf(view, memberId)
  if (shown) return `${shown.firstName} ${shown.lastName}`
  for (const row of view.outbox.rows()) {
    const signUp = payloadOf(row, 'customer.signUp')
    if (signUp?.memberId === memberId) return `${signUp.firstName} ${signUp.lastName}`
  }
  return 'a member'
}

function dollars(amount: string): string {
  return (toCents(amount) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

function messageOf(row: OutboxRow): string | null {
  if (row.status !== 'refused' && row.status !== 'parked') return null
  if (row.message) return row.message
  if (row.code && Object.hasOwn(parkedSentences, row.code)) {
    return parkedSentences[row.code as ParkedReason]
  }
  if (row.code && Object.hasOwn(refusals, row.code))
    return refusals[row.code as RefusalCode].message
  return row.status === 'parked' ? 'The server keeps this until it is decided.' : null
}
