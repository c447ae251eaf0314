import { expect, test } from 'vitest'
import { readTypedAmount } from '#pwa/loyalty/typed-amount.ts'

test.each([
  ['$7', '7'],
  ['7', '7'],
  ['7.', '7'],
  ['12,50', '12.50'],
  ['12.5', '12.50'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1,234', '1234'],
  ['1 234,50', '1234.50'],
  ['1’234.50', '1234.50'],
  ['US$ 3.99', '3.99'],
  ['3.99 USD', '3.99'],
  ['.50', '0.50'],
  ['0012.00', '12.00'],
  ['0', '0'],
  ['1,000,000', '1000000'],
])('%s is %s', (typed, amount) => {
  expect(readTypedAmount(typed)).toBe(amount)
})

test.each([
  '',
  '$',
  'seven',
  '-5',
  '12.345',
  '1.234',
  '12,34,5',
  '1,23.45',
  '1,234.567',
  '1.2.3',
  '1e3',
  '5%',
  ',',
  '١٢',
])('%s is no amount', (typed) => {
  expect(readTypedAmount(typed)).toBeNull()
})
