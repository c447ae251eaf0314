/** A purchase while its amount is being typed. */
import { expect, test } from 'vitest'
import { readSale } from './use-purchase-pad.ts'

const half = { discountType: 'percentage', discountValue: '50' } as const
const five = { discountType: 'fixed', discountValue: '5' } as const

test.each([
  ['records what is typed', '4.50', null, { valid: '4.50', isFree: false }],
  ['takes the discount off the bill', '4.50', half, { valid: '2.25', isFree: false }],
  ['records nothing if the discount covers the bill', '4.50', five, { valid: null, isFree: true }],
  ['refuses a bill of nothing', '0', null, { valid: null, isFree: false }],
  ['refuses a bill of nothing with a discount', '0', five, { valid: null, isFree: false }],
  ['refuses text without an amount', 'latte', half, { valid: null, isFree: false }],
] as const)('%s', (_, typed, discount, sale) => {
  expect(readSale(typed, discount)).toMatchObject(sale)
})
