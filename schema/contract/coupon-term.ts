/** A coupon's expiry: the end of a day in the business's time zone. */
import type { CouponState, HeldCoupon } from './coupon.ts'
import { addDays, dayOf, endOfDay } from './day.ts'

interface Expiry {
  expiresAt: string | Date
  expiresOn?: string | null | undefined
}

/** @returns the end of a coupon issued now and valid for this many days */
export function couponTerm(now: Date, days: number, timeZone: string) {
  const expiresOn = addDays(dayOf(now.getTime(), timeZone), days)
  return { expiresOn, expiresAt: new Date(endOfDay(expiresOn, timeZone)) }
}

/**
 * The last day as mails, cards and counters show it. Older coupons were mailed with their day in
 * UTC but shown in the local time zone: the later one counts.
 */
export function lastDayOf({ expiresAt, expiresOn }: Expiry, timeZone: string): string {
  if (expiresOn) return expiresOn
  const at = new Date(expiresAt).getTime()
  const days = [dayOf(at, 'UTC'), dayOf(at, timeZone)].sort()
  return days[1] ?? ''
}

/**
 * The last instant at which a coupon is accepted. A change of the business's time zone never makes
 * it earlier.
 */
export function couponEnd(of: Expiry, timeZone: string): number {
  return Math.max(new Date(of.expiresAt).getTime(), endOfDay(lastDayOf(of, timeZone), timeZone))
}

export function hasExpired(of: Expiry, now: number, timeZone: string): boolean {
  return new Date(of.expiresAt).getTime() < now && couponEnd(of, timeZone) < now
}

/** @param timeZone the business's time zone */
export function couponState(
  coupon: Pick<HeldCoupon, 'usedAt' | 'expiresAt' | 'expiresOn' | 'voidedAt'>,
  now: number,
  timeZone: string,
): CouponState {
  if (coupon.voidedAt) return 'void'
  if (coupon.usedAt) return 'used'
  return hasExpired(coupon, now, timeZone) ? 'expired' : 'valid'
}
