import { expect, test } from 'vitest'
import { discountedCents } from './discount.ts'

test.each([
  ['10% off $18.50', 1850, ['percentage', '10.00'], 1665],
  ['15% off $0.99, rounded to the cent', 99, ['percentage', '15.00'], 84],
  ['12.5% off $3.33', 333, ['percentage', '12.50'], 291],
  ['$3.20 off $18.50', 1850, ['fixed', '3.20'], 1530],
  ['more off than the bill', 250, ['fixed', '3.20'], 0],
  ['all of it', 1850, ['percentage', '100.00'], 0],
] as const)('%s', (_, cents, [discountType, discountValue], paid) => {
  expect(discountedCents(cents, { discountType, discountValue })).toBe(paid)
})
