/** Checks a coupon before the counter accepts it: whether it is valid and, if not, why. */
import type { CouponCheck, CouponName } from '#schema/contract/coupon.ts'
import { couponState } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { Server } from '#sync-server/server.ts'
import { requireBusiness } from './business.ts'
import { directoryDigest, findCoupon, toHeldCoupon } from './coupon.ts'

export async function verifyCoupon(
  server: Server,
  businessId: string,
  named: CouponName,
): Promise<CouponCheck> {
  const found = await server.doors.tenant(businessId, async (tenant) => {
    const row = await findCoupon(tenant, named)
    return row && { row, timeZone: timeZoneOf(await requireBusiness(tenant)) }
  })
  if (found) {
    const held = toHeldCoupon(found.row)
    const state = couponState(held, server.clock.now().getTime(), found.timeZone)
    return { state, coupon: held }
  }
  const owner = named.code ? await server.doors.lookUpCoupon(directoryDigest(named.code)) : null
  return { state: owner ? 'other_business' : 'unknown', coupon: null }
}
