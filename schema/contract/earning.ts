/**
 * How purchases earn points, exactly. A purchase is worth units, ten-thousandths of a point; whole
 * points go to the ledger and the member carries the rest, so that a cent spent a thousand times
 * earns as much as ten dollars. Rounding up or to the nearest lends a fraction that later purchases
 * repay.
 */
import * as z from 'zod/mini'
import { timeZone, uuid } from './id.ts'
import { boundText, limits } from './limits.ts'
import { plainText } from './typed-text.ts'

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

const whole = (what: string, max: number) =>
  z
    .number(`${what} must be a whole number`)
    .check(
      z.int(`${what} must be a whole number`),
      z.gte(0, `${what} can’t be negative`),
      z.lte(max, `${what} can be at most ${boundText(max)}`),
    )

const wholeAddress = 'Enter the whole address: street or P.O. box, city, state, and ZIP code'

/** The postal address of the sender of campaign mails; empty for none, which stops these mails. */
export const postalAddress = z.string(wholeAddress).check(
  z.overwrite((text) => text.replace(/\s+/g, ' ').trim()),
  z.refine((text) => text === '' || text.length >= limits.postalAddressLengthMin, wholeAddress),
  z.maxLength(limits.postalAddressLength, `Use ${limits.postalAddressLength} characters or fewer`),
)

/** Required when campaigns are set up. */
export const givenPostalAddress = postalAddress.check(z.minLength(1, wholeAddress))

/** An owner's settings; only the changed ones are sent. */
export const programChanges = z.partial(
  z.object({
    pointsPerDollar: z.number('Enter a number like 1 or 0.5').check(
      z.gte(0, 'Points per dollar can’t be negative'),
      z.lte(
        limits.pointsPerDollarMax,
        `Points per dollar can be at most ${limits.pointsPerDollarMax}`,
      ),
      z.refine(
        (rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-9,
        'Use at most two decimals',
      ),
    ),
    minimumPurchase: z
      .string('Enter an amount like 5.00')
      .check(
        z.overwrite(plainText),
        z.trim(),
        z.regex(/^\d{1,6}(\.\d{1,2})?$/, 'Enter an amount like 5.00'),
      ),
    rounding,
    excludedTenders: z.array(tender).check(
      z.maxLength(tenders.length),
      z.refine((each) => new Set(each).size === each.length, 'Name each way to pay once'),
    ),
    welcomePoints: whole('Welcome points', limits.welcomePointsMax),
    welcomeDiscountPercent: whole('Welcome discount', 100),
    postalAddress,
    timeZone: timeZone.check(z.regex(/^[A-Za-z]/, 'Choose a time zone')),
  }),
)
export type ProgramChanges = z.infer<typeof programChanges>

/**
 * `program.change`: `revision` is the one that the editor saw. With `ifUnset` a device proposes its
 * time zone, which only counts if the business has none, whatever else has changed.
 */
export const changedProgram = z.object({
  revision: uuid,
  changes: programChanges,
  ifUnset: z.optional(z.boolean()),
})
