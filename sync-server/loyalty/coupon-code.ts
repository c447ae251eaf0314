/**
 * Coupon codes, and the digests that identify a coupon where its code isn't stored: on devices and
 * in the code directory. A code is derived from the coupon's id and the installation's secret, so an
 * operation applied again after a restore issues the code that the customer already has. Devices
 * know the ids, so only the secret keeps codes unguessable
 * (docs/decisions/0442-a-coupons-code-follows-from-its-id.md).
 */
import { createHash, createHmac } from 'node:crypto'
import { couponAlphabet, couponLetters } from '#schema/contract/coupon.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { idFrom } from '#sync-server/rule/id.ts'

type Keyed = Pick<OperationContext, 'couponKey'> & { tenant: { businessId: string } }

/** 12 letters out of 32: 60 bits. */
export function couponCodeOf(couponId: string, context: Keyed): string {
  const letters = [...keyedDigest(['code', couponId], context).subarray(0, 12)]
    // 32 letters divide 256 evenly, so each is equally likely.
    .map((byte) => couponAlphabet[byte % couponAlphabet.length])
    .join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}

/**
 * The id of a coupon that the server issues on its own. A keyed digest, so no device can choose the
 * same id or find out the words.
 */
export function couponIdFrom(words: string[], context: Keyed): string {
  return idFrom('coupon', keyedDigest(['id', ...words], context).toString('hex'))
}

/**
 * The id of a welcome coupon: the same for two devices that sign up one person, in whatever order
 * they arrive. For a person who was erased and joins again, it is derived from the new member id.
 */
export function welcomeIdOf(emailKeyOrMemberId: string, context: Keyed): string {
  return couponIdFrom(['welcome', emailKeyOrMemberId], context)
}

function keyedDigest(words: string[], { tenant, couponKey }: Keyed): Buffer {
  const text = JSON.stringify([tenant.businessId, ...words])
  return createHmac('sha256', couponKey).update(text).digest()
}

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
