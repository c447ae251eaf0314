/** A code as this device knows it: by its digest, computed here and never stored with the code. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type CouponName, couponLetters } from '#schema/contract/coupon.ts'

/** Typed or scanned with dashes, without, or in small letters: the same digest. */
export function couponDigest(businessId: string, code: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${businessId}:${couponLetters(code)}`)))
}

/** The same for every business: by it the server knows whose a coupon is. */
export function directoryDigest(code: string): string {
  return bytesToHex(sha256(utf8ToBytes(couponLetters(code))))
}

export function digestOf(businessId: string, { code, digest }: CouponName): string {
  return code ? couponDigest(businessId, code) : (digest ?? '')
}
