/** Is a coupon good, and if not, why: what the counter says aloud before it takes one. */
import { type CouponCheck, type CouponName, couponState } from '#schema/contract/coupon.ts'
import type { Server } from '#sync-server/server.ts'
import { findCoupon, toHeldCoupon } from './coupon.ts'
import { directoryDigest } from './coupon-digest.ts'

export async function verifyCoupon(
  server: Server,
  businessId: string,
  named: CouponName,
): Promise<CouponCheck> {
  const row = await server.doors.tenant(businessId, (tenant) => findCoupon(tenant, named))
  if (row) {
    const held = toHeldCoupon(row)
    return { state: couponState(held, server.clock.now().getTime()), coupon: held }
  }
  const owner = named.code ? await server.doors.lookUpCoupon(directoryDigest(named.code)) : null
  return { state: owner ? 'other_business' : 'unknown', coupon: null }
}
