/** Codes that people read, type and scan: unguessable, without 0, O, 1 and I. */
import { randomInt } from 'node:crypto'
import { couponAlphabet } from '#schema/contract/coupon.ts'

/** 12 of 32 letters: 60 bits. */
export function newCouponCode(): string {
  return `${letters(4)}-${letters(4)}-${letters(4)}`
}

/** 10 of 32 letters: 50 bits, short enough to type from a sticker. */
export function newSignUpCode(): string {
  return letters(10)
}

function letters(count: number): string {
  return Array.from({ length: count }, () => couponAlphabet[randomInt(couponAlphabet.length)]).join(
    '',
  )
}
