/** The points ledger as clients see it, and the purchases that feed it. */
import * as z from 'zod/mini'
import { tender } from './earning.ts'
import { instant, uuid } from './id.ts'

/** Why an entry was made. Documented calls know only `earn` and `redeem` (`toTransaction`). */
const pointsReason = z.enum([
  'welcome',
  'purchase',
  'redemption',
  'reversal',
  'adjustment',
  'expiry',
  'imported',
  'joined',
])
export type PointsReason = z.infer<typeof pointsReason>

export const pointsEntry = z.object({
  id: uuid,
  memberId: uuid,
  reason: pointsReason,
  /** Signed: the change of the balance. */
  points: z.number(),
  description: z.string(),
  createdAt: instant,
  /** The adjustment that this one undoes. */
  undoes: z.optional(z.nullable(uuid)),
})
export type PointsEntry = z.infer<typeof pointsEntry>

/**
 * The specification's transaction: type earn is shown with a plus sign, anything else with a minus.
 */
export const transaction = z.object({
  id: uuid,
  type: z.enum(['earn', 'redeem']),
  points: z.number(),
  description: z.string(),
  createdAt: instant,
})
export type Transaction = z.infer<typeof transaction>

/**
 * Converts a ledger entry to a documented transaction: the sign becomes the type, `points` is
 * absolute.
 */
export function toTransaction(entry: PointsEntry): Transaction {
  return {
    id: entry.id,
    type: entry.points >= 0 ? 'earn' : 'redeem',
    points: Math.abs(entry.points),
    description: entry.description,
    createdAt: entry.createdAt,
  }
}

export const purchase = z.object({
  id: uuid,
  memberId: uuid,
  amount: z.string(),
  points: z.number(),
  /** The amount taken back so far. */
  reversedAmount: z.optional(z.string()),
  note: z.nullable(z.string()),
  tender: z.optional(z.nullable(tender)),
  recordedAt: instant,
  reversedAt: z.nullable(instant),
})
export type Purchase = z.infer<typeof purchase>
