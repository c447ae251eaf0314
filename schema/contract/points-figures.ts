/** What an owner owes in points: figures of the whole ledger, each explained in a sentence. */
import * as z from 'zod/mini'

export const pointsFigures = z.object({
  /** What all members together could spend today: no debt is taken off, nobody erased counts. */
  outstanding: z.number(),
  /**
   * Dollars, at the most: all of it spent on the reward that gives most for a point. Null while no
   * reward on offer takes dollars off.
   */
  value: z.nullable(z.string()),
  /** Ever added to balances, and ever spent on rewards that were not undone. */
  issued: z.number(),
  redeemed: z.number(),
  /** `redeemed` of `issued`; null before the first point. */
  redemptionRate: z.nullable(z.number()),
  /** Of `outstanding`: of members without an entry for `dormantDays`; they will likely never be spent. */
  dormant: z.number(),
  dormantDays: z.number(),
  /** `dormant` of `outstanding`; null while nothing is outstanding. */
  breakageRate: z.nullable(z.number()),
})
export type PointsFigures = z.infer<typeof pointsFigures>
