/** Describes an outbox row in words: the customer and subject, and why it was refused or parked. */

import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { deviceOperation } from '#pwa/loyalty/operations.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { type OutboxRow, payloadOf } from '#pwa/records/outbox-row.ts'
import { formatCalendarDay, formatDay, formatMoney, formatTime } from '#pwa/texts/format.ts'
import { operationTexts } from '#pwa/texts/operation.ts'
import { day } from '#schema/contract/id.ts'
import { amount as validAmount } from '#schema/contract/money.ts'
import {
  isOperationName,
  type OperationName,
  type OperationPayload,
} from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'

export interface RowInWords {
  title: string
  message: string | null
  memberId: string | null
}

export function describeRow(view: LoyaltyView, row: OutboxRow): RowInWords {
  const message = messageOf(row)
  // An operation from a newer app version is shown by its raw name.
  if (!isOperationName(row.name)) return { title: row.name, message, memberId: null }
  const { memberOf, title } = deviceOperation(row.name)
  const payload = row.payload as OperationPayload<OperationName>
  const memberId = memberOf(payload, view)
  return { title: title(payload, view, nameOf(view, memberId)), message, memberId }
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

/**
 * Uses this device's time zone and language; the server's message is in English and the business's
 * time zone. Older servers named no figures.
 */
function namedSentence(code: string, told: OutboxRow['result']): string | null {
  const [cost, balance] = [figureIn(told?.cost), figureIn(told?.balance)]
  if (code === 'points_short' && cost !== null && balance !== null) {
    return operationTexts.pointsShort(cost, balance)
  }
  const taken = figureIn(told?.taken)
  if (code === 'points_short' && taken !== null && balance !== null) {
    return operationTexts.adjustmentShort(taken, balance)
  }
  const left = validAmount.safeParse(told?.left)
  if (code === 'reversal_too_large' && left.success) {
    return operationTexts.reversalTooLarge(formatMoney(left.data))
  }
  const debt = figureIn(told?.debt)
  if (code === 'spent_more' && debt !== null) return operationTexts.spentMore(debt)
  if (code === 'reward_changed' && cost !== null) return operationTexts.rewardCosts(cost)
  const usedAt = instantIn(told?.usedAt)
  if (code === 'coupon_used' && usedAt) {
    return operationTexts.couponUsedOn(formatDay(usedAt), formatTime(usedAt))
  }
  const expiredOn = day.safeParse(told?.expiredOn)
  if (code === 'coupon_expired' && expiredOn.success) {
    return operationTexts.couponExpiredOn(formatCalendarDay(expiredOn.data))
  }
  // Older servers sent an instant instead of a day.
  const expiredAt = instantIn(told?.expiredAt)
  if (code === 'coupon_expired' && expiredAt) {
    return operationTexts.couponExpiredOn(formatDay(expiredAt))
  }
  return null
}

function figureIn(told: unknown): number | null {
  return typeof told === 'string' && /^-?\d+$/.test(told) ? Number(told) : null
}

function instantIn(told: unknown): Date | null {
  const at = new Date(typeof told === 'string' ? told : Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

function messageOf(row: OutboxRow): string | null {
  if (row.status !== 'refused' && row.status !== 'parked') return null
  const { code } = row
  if (code && Object.hasOwn(operationTexts.parked, code)) {
    return operationTexts.parked[code as ParkedReason]
  }
  const named = code && namedSentence(code, row.result)
  if (named) return named
  const known = code && Object.hasOwn(refusals, code) ? refusals[code as RefusalCode].message : null
  const message = row.message ?? known
  if (message) return refusalSentence(code ?? '', message)
  return row.status === 'parked' ? operationTexts.onHold : null
}
