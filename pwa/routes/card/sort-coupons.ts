/** A member's coupons on the card: those that can be used now, and those of the past. */
import { serverNow } from '#pwa/api/server-clock.ts'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import type { Coupon, CouponSource } from '#schema/contract/coupon.ts'
import { hasExpired } from '#schema/contract/coupon-term.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import { timeZoneOf } from '#schema/contract/day.ts'

export interface ShownCoupon {
  /** Missing if staff view the card: only the member may see the code. */
  code?: string | undefined
  codeEnding?: string | undefined
  source: CouponSource
  description: string
  /** Null for a coupon that was just issued; the next page contains its expiry. */
  expiresAt: string | null
  expiresOn?: string | null | undefined
  usedAt: string | null
  /** Missing for a coupon that was just issued. */
  terms?: Coupon
}

export function sortCoupons(
  { coupons, business }: Pick<CustomerPage, 'coupons' | 'business'>,
  redemptions: RedeemRow[] = [],
) {
  const all: ShownCoupon[] = [
    ...redemptions.flatMap((row) => grantedCoupon(row, coupons)),
    ...coupons.map((terms) => ({ ...terms, terms })),
  ]
  const isPast = (coupon: ShownCoupon) => coupon.usedAt || isExpired(coupon, timeZoneOf(business))
  return { open: all.filter((coupon) => !isPast(coupon)), past: all.filter(isPast) }
}

function isExpired({ expiresAt, expiresOn }: ShownCoupon, timeZone: string): boolean {
  return expiresAt !== null && hasExpired({ expiresAt, expiresOn }, serverNow(), timeZone)
}

/** A coupon that was granted but isn't in the server's page yet. */
function grantedCoupon(row: RedeemRow, coupons: Coupon[]): ShownCoupon[] {
  const code = row.couponCode
  if (code === null || coupons.some((coupon) => coupon.code === code)) return []
  return [{ code, source: 'reward', description: row.rewardName, expiresAt: null, usedAt: null }]
}
