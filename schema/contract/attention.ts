/** What waits for an owner's eye: welcomes that were held, and coupons that were taken twice. */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'

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

/** A coupon that a device took although another one had: whoever stood there got it twice. */
export const usedTwice = z.object({
  operationId: uuid,
  couponId: uuid,
  memberId: uuid,
  /** Absent once they have left. */
  memberName: z.nullable(z.string()),
  description: z.string(),
  codeEnding: z.string(),
  /** When it counted, and when it was taken again. */
  usedAt: instant,
  takenAgainAt: instant,
  /** The account that took it again, as the staff list names it. */
  takenBy: z.nullable(uuid),
})
export type UsedTwice = z.infer<typeof usedTwice>

/** The newest of each; `more` where there are others behind them. */
export const attention = z.object({
  heldWelcomes: z.array(heldWelcome),
  usedTwice: z.array(usedTwice),
  more: z.boolean(),
})
export type Attention = z.infer<typeof attention>
