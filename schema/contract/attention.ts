/**
 * Items that need an owner's attention: held welcomes, and coupons or rewards that a device gave
 * although the server could not count them.
 */
import * as z from 'zod/mini'
import { couponSource } from './coupon.ts'
import { day, instant, uuid } from './id.ts'
import { limits } from './limits.ts'

const heldWelcome = z.object({
  memberId: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Empty if the member has none. */
  email: z.string(),
  phone: z.nullable(z.string()),
  createdAt: instant,
  /**
   * Why: a person with the same mailbox was already welcomed, or with the same number and one of
   * them without an email, or many joined at once, from one network or overall.
   */
  why: z.enum(['same_mailbox', 'same_number', 'many_joined']),
})
export type HeldWelcome = z.infer<typeof heldWelcome>

const uncountedUse = {
  operationId: uuid,
  couponId: uuid,
  memberId: uuid,
  /** Null once the member has left. */
  memberName: z.nullable(z.string()),
  description: z.string(),
  source: couponSource,
  codeEnding: z.string(),
}

/** A coupon that a device accepted after another one already had, so that it was given twice. */
export const usedTwice = z.object({
  ...uncountedUse,
  /** When it counted, and when it was used again. */
  usedAt: instant,
  takenAgainAt: instant,
  /** The account that accepted it the second time, as in the staff list. */
  takenBy: z.nullable(uuid),
})
export type UsedTwice = z.infer<typeof usedTwice>

/**
 * A coupon that a device accepted in time by its own clock, but whose use arrived after it expired.
 */
export const usedLate = z.object({
  ...uncountedUse,
  expiredAt: instant,
  /** Its last day in the business's time zone. Absent if an earlier server refused it. */
  expiredOn: z.optional(z.nullable(day)),
  takenAt: instant,
  /** The account that accepted it, as in the staff list. */
  takenBy: z.nullable(uuid),
})
export type UsedLate = z.infer<typeof usedLate>

/**
 * A reward that was handed over offline and whose redemption was refused: it cost no points.
 * Members who have left are not listed.
 */
export const givenAway = z.object({
  operationId: uuid,
  memberId: uuid,
  memberName: z.string(),
  rewardName: z.string(),
  /** Why it was refused, as in a verdict. */
  code: z.string(),
  message: z.string(),
  takenAt: instant,
  /** The account that handed it over, as in the staff list. */
  takenBy: z.nullable(uuid),
})
export type GivenAway = z.infer<typeof givenAway>

/** An hour in which one person signed up more customers than a counter usually does. */
export const manySignUps = z.object({
  /** The account that signed them up. */
  accountId: uuid,
  /** When the hour began. Sign-ups made offline count in the hour in which they arrived. */
  hour: instant,
  count: z.int(),
})
export type ManySignUps = z.infer<typeof manySignUps>

/**
 * Refused work that its device may not show, because its person had signed out or left, or because
 * it was held first.
 */
export const refusedWork = z.object({
  operationId: uuid,
  /** The operation: 'purchase.record'. */
  name: z.string(),
  /** The purchase's amount. */
  amount: z.nullable(z.string()),
  /** The name that a sign-up gave. */
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Null if the work names no member. */
  member: z.nullable(z.object({ id: uuid, name: z.string() })),
  /** Why it was refused, as in a verdict. */
  code: z.string(),
  message: z.string(),
  madeAt: instant,
  /** The account that made it, as in the staff list. */
  madeBy: z.nullable(uuid),
})
export type RefusedWork = z.infer<typeof refusedWork>

/** The newest of each that no owner has marked as read; `more` is true if there are others. */
export const attention = z.object({
  heldWelcomes: z.array(heldWelcome),
  usedTwice: z.array(usedTwice),
  usedLate: z.array(usedLate),
  givenAway: z.array(givenAway),
  manySignUps: z.array(manySignUps),
  refusedWork: z.array(refusedWork),
  more: z.boolean(),
  /** The newest sign-up that the hours count. */
  asOf: instant,
})
export type Attention = z.infer<typeof attention>

/** Operations that the four lists of refused work show at most. */
const refusedShown = 4 * limits.attentionRows

/** The refused work and the hours that an owner has read: lists show them no more. */
export const readAttention = z.object({
  operationIds: z.array(uuid).check(z.maxLength(refusedShown)),
  asOf: instant,
})
