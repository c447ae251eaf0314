/**
 * What waits for an owner's eye: welcomes that were held, and what a device gave although the server
 * could not count it.
 */
import * as z from 'zod/mini'
import { couponSource } from './coupon.ts'
import { day, instant, uuid } from './id.ts'

export const heldWelcome = z.object({
  memberId: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  createdAt: instant,
  /** Why: someone with the same mailbox was welcomed, or many joined at once, from one network or all. */
  why: z.enum(['same_mailbox', 'many_joined']),
})
export type HeldWelcome = z.infer<typeof heldWelcome>

const uncountedUse = {
  operationId: uuid,
  couponId: uuid,
  memberId: uuid,
  /** Absent once they have left. */
  memberName: z.nullable(z.string()),
  description: z.string(),
  source: couponSource,
  codeEnding: z.string(),
}

/** A coupon that a device took although another one had: whoever stood there got it twice. */
export const usedTwice = z.object({
  ...uncountedUse,
  /** When it counted, and when it was taken again. */
  usedAt: instant,
  takenAgainAt: instant,
  /** The account that took it again, as the staff list names it. */
  takenBy: z.nullable(uuid),
})
export type UsedTwice = z.infer<typeof usedTwice>

/** A coupon that a device took in time by its own clock, and that had expired when word of it came. */
export const usedLate = z.object({
  ...uncountedUse,
  expiredAt: instant,
  /** Its last day where the business is. Absent on what an earlier server refused. */
  expiredOn: z.optional(z.nullable(day)),
  takenAt: instant,
  /** The account that took it, as the staff list names it. */
  takenBy: z.nullable(uuid),
})
export type UsedLate = z.infer<typeof usedLate>

/**
 * A reward that was handed over without a connection and whose redemption was refused: no points
 * went. Nothing of a member who has left is listed.
 */
export const givenAway = z.object({
  operationId: uuid,
  memberId: uuid,
  memberName: z.string(),
  rewardName: z.string(),
  /** Why it was refused, as a verdict says it. */
  code: z.string(),
  message: z.string(),
  takenAt: instant,
  /** The account that handed it over, as the staff list names it. */
  takenBy: z.nullable(uuid),
})
export type GivenAway = z.infer<typeof givenAway>

/** The newest of each; `more` where there are others behind them. */
export const attention = z.object({
  heldWelcomes: z.array(heldWelcome),
  usedTwice: z.array(usedTwice),
  usedLate: z.array(usedLate),
  givenAway: z.array(givenAway),
  more: z.boolean(),
})
export type Attention = z.infer<typeof attention>
