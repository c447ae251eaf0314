/**
 * Digests that identify a coupon where its code isn't stored: on devices and in the code directory.
 */
import { createHash } from 'node:crypto'
import { couponLetters } from '#schema/contract/coupon.ts'

/** Unique within one business; held by its devices. */
export function couponDigest(businessId: string, code: string): string {
  return hexOf(`${businessId}:${couponLetters(code)}`)
}

/** Unique across businesses; held in the directory. */
export function directoryDigest(code: string): string {
  return hexOf(couponLetters(code))
}

function hexOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
