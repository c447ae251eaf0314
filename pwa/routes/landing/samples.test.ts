/** The landing page shows values that the product could show. */
import { expect, test } from 'vitest'
import { couponAlphabet, couponCode } from '#schema/contract/coupon.ts'
import { sampleCoupon } from './samples.ts'

test('shows a coupon code of the length and the letters that coupons have', () => {
  expect(couponCode.safeParse(sampleCoupon).success).toBe(true)
  const four = `[${couponAlphabet}]{4}`
  expect(sampleCoupon).toMatch(new RegExp(`^${four}-${four}-${four}$`))
})
