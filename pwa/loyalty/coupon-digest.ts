/**
 * Identifies a coupon code by its digest, computed here and never stored together with the code.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type CouponName, couponLetters } from '#schema/contract/coupon.ts'

/** Dashes and lowercase letters do not change the digest. */
export function couponDigest(businessId: string, code: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${businessId}:${couponLetters(code)}`)))
}

/** The same for every business: lets the server find the business a coupon belongs to. */
export function directoryDigest(code: string): string {
  return bytesToHex(sha256(utf8ToBytes(couponLetters(code))))
}

export function digestOf(businessId: string, { code, digest }: CouponName): string {
  return code ? couponDigest(businessId, code) : (digest ?? '')
}
