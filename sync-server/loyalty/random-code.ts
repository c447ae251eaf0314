/** Random codes that people read, type and scan: unguessable, without 0, O, 1 and I. */
import { customAlphabet } from 'nanoid'
import { couponAlphabet } from '#schema/contract/coupon.ts'

const letters = customAlphabet(couponAlphabet)

/** 12 letters out of 32: 60 bits. */
export function newCouponCode(): string {
  return `${letters(4)}-${letters(4)}-${letters(4)}`
}

/** 10 letters out of 32: 50 bits, short enough to type from a sticker. */
export function newSignUpCode(): string {
  return letters(10)
}
