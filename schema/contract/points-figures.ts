/** An owner's liability in points: figures of the whole ledger. */
import * as z from 'zod/mini'

export const pointsFigures = z.object({
  /**
   * The sum that all members could spend today; debts are not subtracted, and erased members do not
   * count.
   */
  outstanding: z.number(),
  /**
   * The maximum in dollars: all of it spent on the reward that gives the most per point. Null if no
   * offered reward takes dollars off.
   */
  value: z.nullable(z.string()),
  /** Points ever added to balances, and ever spent on rewards that were not undone. */
  issued: z.number(),
  redeemed: z.number(),
  /** The share of `issued` that was redeemed; null before the first point. */
  redemptionRate: z.nullable(z.number()),
  /** Part of `outstanding`: of members without an entry for `dormantDays`; likely never spent. */
  dormant: z.number(),
  dormantDays: z.number(),
  /** The share of `outstanding` that is dormant; null if nothing is outstanding. */
  breakageRate: z.nullable(z.number()),
})
export type PointsFigures = z.infer<typeof pointsFigures>
