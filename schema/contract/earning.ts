/**
 * How purchases earn points, exactly. A purchase is worth units, ten-thousandths of a point; whole
 * points go to the ledger and the member carries the rest, so that a cent spent a thousand times
 * earns as much as ten dollars. Rounding up or to the nearest lends a fraction that later purchases
 * repay.
 */
import * as z from 'zod/mini'
import { uuid } from './id.ts'

export const rounding = z.enum(['down', 'nearest', 'up'])
export type Rounding = z.infer<typeof rounding>

/** How a purchase was paid, as far as an earning rule may distinguish. */
export const tenders = ['cash', 'card', 'gift_card', 'other'] as const
export const tender = z.enum(tenders)
export type Tender = z.infer<typeof tender>

/** The rule id of a business whose rule was never changed. */
export const firstRuleId = '00000000-0000-0000-0000-000000000000'

export const earningRule = z.object({
  id: uuid,
  pointsPerDollar: z.number(),
  /** A smaller purchase earns nothing; '0.00' for no minimum. */
  minimumPurchase: z.string(),
  rounding,
  /** A purchase paid with one of these earns nothing. Absent in rows stored by an earlier app. */
  excludedTenders: z.optional(z.array(tender)),
})
export type EarningRule = z.infer<typeof earningRule>

interface Rate {
  pointsPerDollar: number
  minimumPurchaseCents: number
  excludedTenders?: readonly Tender[] | undefined
}

export const unitsPerPoint = 10_000

/**
 * @param paidBy if it is unknown, no exclusion applies
 * @returns the purchase's worth, in ten-thousandths of a point
 */
export function unitsFor(amountCents: number, rate: Rate, paidBy?: Tender | null): number {
  if (amountCents < rate.minimumPurchaseCents) return 0
  if (paidBy && rate.excludedTenders?.includes(paidBy)) return 0
  return amountCents * Math.round(rate.pointsPerDollar * 100)
}

/**
 * Earlier rounding never reverses a movement: no purchase takes points, and no reversal gives any.
 * A lent fraction stays lent until later purchases repay it.
 * @returns whole points for the ledger, and the units that the member carries on
 */
export function settleUnits(
  units: number,
  carry: number,
  by: Rounding,
): { points: number; carry: number } {
  const exact = (units + carry) / unitsPerPoint
  const round = { down: Math.floor, nearest: Math.round, up: Math.ceil }[by]
  const points = (units < 0 ? Math.min(0, round(exact)) : Math.max(0, round(exact))) || 0
  return { points, carry: units + carry - points * unitsPerPoint }
}

/**
 * The share of `reversedCents` in the units a purchase earned; all of them for the whole amount.
 */
export function unitsOf(earnedUnits: number, reversedCents: number, amountCents: number): number {
  return Number((BigInt(earnedUnits) * BigInt(reversedCents)) / BigInt(amountCents))
}
