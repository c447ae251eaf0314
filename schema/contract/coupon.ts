/** A coupon: the proof that a welcome, a reward or a campaign grants something, used once. */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'
import { discountType } from './reward.ts'

/** No 0, O, 1 or I: codes are read aloud and typed at a counter. 12 of 32 letters are 60 bits. */
export const couponAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const couponCode = z
  .string('Enter the coupon code')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}$/,
      'Enter a code like ABCD-EFGH-JKLM',
    ),
  )
export const couponSource = z.enum(['welcome', 'reward', 'campaign'])

export const coupon = z.object({
  id: uuid,
  code: z.string(),
  memberId: uuid,
  source: couponSource,
  rewardId: z.nullable(uuid),
  description: z.string(),
  discountType,
  discountValue: z.string(),
  issuedAt: instant,
  expiresAt: instant,
  usedAt: z.nullable(instant),
  /** The redemption was taken back: the coupon proves nothing any more. */
  voidedAt: z.optional(z.nullable(instant)),
  /** What a redemption cost; null where nothing was paid. */
  pointsPaid: z.optional(z.nullable(z.number())),
})
export type Coupon = z.infer<typeof coupon>
