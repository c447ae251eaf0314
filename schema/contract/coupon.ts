/** A coupon: the proof that a welcome, a reward or a campaign grants something, used once. */
import * as z from 'zod/mini'
import { discountType } from './discount.ts'
import { instant, uuid } from './id.ts'

/** No 0, O, 1 or I: codes are read aloud and typed at a counter. 12 of 32 letters are 60 bits. */
export const couponAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const couponCode = z
  .string('Enter the coupon code')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}$/,
      'Enter the 12-character code',
    ),
  )
export const couponSource = z.enum(['welcome', 'reward', 'campaign'])
export type CouponSource = z.infer<typeof couponSource>

const couponFacts = {
  id: uuid,
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
}

/** On its member's own page. */
export const coupon = z.object({ ...couponFacts, code: z.string() })
export type Coupon = z.infer<typeof coupon>

/** SHA-256, in hex, of `{businessId}:{letters of the code}`. */
export const couponDigest = z
  .string('This is not a valid coupon')
  .check(z.regex(/^[0-9a-f]{64}$/, 'This is not a valid coupon'))

/** On a device of the business: it recognizes a code that is typed or scanned and never holds one. */
export const heldCoupon = z.object({
  ...couponFacts,
  codeDigest: couponDigest,
  /** The last four characters of the code. */
  codeEnding: z.string(),
})
export type HeldCoupon = z.infer<typeof heldCoupon>

const named = { code: z.optional(couponCode), digest: z.optional(couponDigest) }
const isNamed = z.refine<{ code?: string | undefined; digest?: string | undefined }>(
  ({ code, digest }) => Boolean(code ?? digest),
  { path: ['code'], error: 'Enter the coupon code' },
)

/** A coupon by its code or by the digest of it; the code counts when both are there. */
export const couponName = z.object(named).check(isNamed)
export type CouponName = z.infer<typeof couponName>

/**
 * `coupon.use`. `directoryDigest` is SHA-256 of the letters alone, by which the server tells another
 * business's coupon from one that nobody issued.
 */
export const usedCoupon = z
  .object({ ...named, directoryDigest: z.optional(couponDigest) })
  .check(isNamed)

export const couponStates = ['valid', 'used', 'expired', 'void'] as const
export type CouponState = (typeof couponStates)[number]

export function couponState(
  coupon: Pick<HeldCoupon, 'usedAt' | 'expiresAt' | 'voidedAt'>,
  now: number,
): CouponState {
  if (coupon.voidedAt) return 'void'
  if (coupon.usedAt) return 'used'
  return Date.parse(coupon.expiresAt) <= now ? 'expired' : 'valid'
}

/** The answer to *is this coupon good?* */
export const couponCheck = z.object({
  state: z.enum([...couponStates, 'other_business', 'unknown']),
  coupon: z.nullable(heldCoupon),
})
export type CouponCheck = z.infer<typeof couponCheck>

/** The letters alone: dashes, spaces and small letters do not matter. */
export function couponLetters(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
