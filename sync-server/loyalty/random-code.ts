/** Random codes that people read, type and scan: without 0, O, 1 and I. */
import { customAlphabet } from 'nanoid'
import { couponAlphabet } from '#schema/contract/coupon.ts'

const letters = customAlphabet(couponAlphabet)

/** 10 letters out of 32: 50 bits, short enough to type from a sticker. */
export function newSignUpCode(): string {
  return letters(10)
}
