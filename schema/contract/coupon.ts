/** A coupon: proof of a welcome, a reward or a campaign offer, good for one use. */
import * as z from 'zod/mini'
import { discountType } from './discount.ts'
import { day, instant, uuid } from './id.ts'
import { codeLetters, plainText } from './typed-text.ts'

/**
 * Without 0, O, 1 or I: codes are read aloud and typed at a counter. 12 of 32 letters are 60 bits.
 */
export const couponAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Room for any grouping; a longer text holds more than a code. */
const couponTextLengthMax = 64
export const couponCode = z
  .string('Enter the coupon code')
  .check(
    z.maxLength(couponTextLengthMax, 'Enter the 12-character code'),
    z.overwrite(groupedCoupon),
    z.regex(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/, 'Enter the 12-character code'),
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
  /** Its reward gave an item away at the time. Absent in rows stored by an earlier app. */
  freeItem: z.optional(z.boolean()),
  issuedAt: instant,
  expiresAt: instant,
  /**
   * The last day on which it is accepted, in the business's time zone. Null or absent on coupons
   * issued before this field existed, and in rows stored by an earlier app.
   */
  expiresOn: z.optional(z.nullable(day)),
  usedAt: z.nullable(instant),
  /** The redemption was undone: the coupon is no longer valid. */
  voidedAt: z.optional(z.nullable(instant)),
  /** The price of a redemption; null if nothing was paid. */
  pointsPaid: z.optional(z.nullable(z.number())),
}

/**
 * On the member's page: with the code for the holder of the key, with the code's ending for staff.
 */
export const coupon = z.object({
  ...couponFacts,
  code: z.optional(z.string()),
  codeEnding: z.optional(z.string()),
})
export type Coupon = z.infer<typeof coupon>

/** SHA-256, in hex, of `{businessId}:{letters of the code}`. */
export const couponDigest = z
  .string('This is not a valid coupon')
  .check(z.regex(/^[0-9a-f]{64}$/, 'This is not a valid coupon'))

/** On a device of the business: it recognizes a typed or scanned code without storing any. */
export const heldCoupon = z.object({
  ...couponFacts,
  /** Names the use that counts, so that it can be undone; absent in rows of an earlier app. */
  useId: z.optional(z.nullable(uuid)),
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

/** A coupon by its code or the code's digest; the code takes precedence. */
export const couponName = z.object(named).check(isNamed)
export type CouponName = z.infer<typeof couponName>

const usedByDigest = { ...named, directoryDigest: z.optional(couponDigest) }

/** Version 2 of `coupon.use`, in which a digest alone is enough. */
export const usedCouponV2 = z.object(usedByDigest).check(isNamed)

/**
 * `coupon.use`. `directoryDigest` is SHA-256 of the letters alone. Devices do not store it, so it
 * proves that the code was typed or scanned, and it lets the server distinguish another business's
 * coupon from an unknown code. A digest without it only counts together with the member whose card
 * was open. `couponUse.undo` names the `useId`.
 */
const usedByMember = { ...usedByDigest, memberId: z.optional(uuid) }
export const usedCoupon = z.object({ ...usedByMember, useId: z.optional(uuid) }).check(isNamed)

/** Version 3 of `coupon.use`, whose use can't be undone. */
export const usedCouponV3 = z.object(usedByMember).check(isNamed)

const couponStates = ['valid', 'used', 'expired', 'void'] as const
export type CouponState = (typeof couponStates)[number]

/** The answer to "is this coupon good?" */
export const couponCheck = z.object({
  state: z.enum([...couponStates, 'other_business', 'unknown']),
  coupon: z.nullable(heldCoupon),
})
export type CouponCheck = z.infer<typeof couponCheck>

/** The letters alone, without dashes, spaces and case. */
export const couponLetters = codeLetters

function groupedCoupon(text: string): string {
  const letters = couponLetters(text)
  return letters.length === 12 ? letters.replace(/(.{4})(?!$)/g, '$1-') : letters
}

/**
 * Twelve letters in three groups, with any separators; a letter too few or too many is a mistyped
 * code.
 */
const grouped = /^\W*([a-z0-9]{3,5})\W+([a-z0-9]{3,5})\W+([a-z0-9]{3,5})\W*$/i

/**
 * Whether a text can only be meant as a coupon code, right or mistyped: names have no digits, phone
 * numbers have no letters, and groups of four letters separated by dashes are not a name.
 */
export function looksLikeCoupon(text: string): boolean {
  const plain = plainText(text)
  const [, ...groups] = grouped.exec(plain) ?? []
  if (groups.length === 0 || plain.includes('@')) return false
  const letters = groups.join('')
  if (/^\d+$/.test(letters)) return false
  return /\d/.test(letters) || (plain.includes('-') && groups.every(({ length }) => length === 4))
}
