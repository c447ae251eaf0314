import { expect, test } from 'vitest'
import { noAmount, pressAmountKey, readTypedAmount } from '#pwa/loyalty/typed-amount.ts'

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
  ['\u200e12.50\u202c', '12.50'],
  ['١٢٫٥٠', '12.50'],
  ['１２．５０', '12.50'],
  ['۱٬۲۳۴٫۵۰', '1234.50'],
  ['$\u00a012,50', '12.50'],
])('reads %s as %s', (typed, amount) => {
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
])('rejects %s', (typed) => {
  expect(readTypedAmount(typed)).toBeNull()
})

const padded = (...keys: string[]) => keys.reduce(pressAmountKey, noAmount).text

test.each([
  [['1', '2', '5', '0'], '12.50'],
  [['5'], '0.05'],
  [['5', '00'], '5.00'],
  [['0', '00', '7'], '0.07'],
  [['1', '2', '5', 'Backspace'], '0.12'],
  [['1', 'Backspace'], ''],
  [['Backspace'], ''],
  [['1', '2', '3', '4', '5', '6', '7', '8', '9'], '123456.78'],
])('the pad fills in cents from the right: %j is %s', (keys, text) => {
  expect(padded(...keys)).toBe(text)
})

test.each([
  ['18', ['5'], '185'],
  ['18.', ['5', '0'], '18.50'],
  ['18', ['00'], '1800'],
  ['$18.', ['00'], '$18.00'],
  ['18.5', ['00'], '18.5'],
  ['18.50', ['5'], '18.50'],
  ['18,50', ['5'], '18,50'],
  ['1,234', ['Backspace'], '1,23'],
  ['18', ['Backspace', 'Backspace', '5'], '0.05'],
  ['latte', ['5'], '0.05'],
])('the pad continues the typed %s with %j as %s', (typed, keys, text) => {
  expect(keys.reduce(pressAmountKey, { text: typed, isFromPad: false }).text).toBe(text)
})
