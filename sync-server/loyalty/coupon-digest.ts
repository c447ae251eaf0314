/** How a coupon is known where its code is not kept: on devices, and in the directory of codes. */
import { createHash } from 'node:crypto'
import { couponLetters } from '#schema/contract/coupon.ts'

/** Within one business: what its devices hold. */
export function couponDigest(businessId: string, code: string): string {
  return hexOf(`${businessId}:${couponLetters(code)}`)
}

/** Across businesses: what the directory holds. */
export function directoryDigest(code: string): string {
  return hexOf(couponLetters(code))
}

function hexOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
