/**
 * Computes the points a purchase will earn as the server does: by the program and the member's
 * carried fraction.
 */

import type { Business } from '#schema/contract/business.ts'
import {
  type EarningRule,
  firstRuleId,
  settleUnits,
  type Tender,
  unitsFor,
} from '#schema/contract/earning.ts'
import { limits } from '#schema/contract/limits.ts'
import { toCents } from '#schema/contract/money.ts'

/** Also reads rows that an earlier app version stored. */
export function earningRuleOf(business: Business | null | undefined): EarningRule {
  return (
    business?.earningRule ?? {
      id: firstRuleId,
      pointsPerDollar: business?.pointsPerDollar ?? limits.pointsPerDollar,
      minimumPurchase: '0.00',
      rounding: 'down',
    }
  )
}

/** @param carry the fraction of a point that the member has already earned */
export function pointsToEarn(
  amountCents: number,
  carry: number,
  rule: EarningRule,
  paidBy?: Tender | null,
): { points: number; carry: number } {
  const minimumPurchaseCents = toCents(rule.minimumPurchase)
  const units = unitsFor(amountCents, { ...rule, minimumPurchaseCents }, paidBy)
  return settleUnits(units, carry, rule.rounding)
}
