/** How the keys of the number pad change a value. */
import { expect, test } from 'vitest'
import { pressKey } from './number-pad.tsx'

function typed(kind: 'money' | 'digits', keys: string[], digitsMax = 8): string {
  return keys.reduce((value, key) => pressKey({ kind, value, digitsMax }, key), '')
}

test.each([
  [['1', '2', '5', '0'], '12.50'],
  [['5'], '0.05'],
  [['5', '00'], '5.00'],
  [['0', '00', '7'], '0.07'],
  [['1', '2', '5', 'Backspace'], '0.12'],
  [['1', 'Backspace'], ''],
  [['Backspace'], ''],
  [['1', '2', '3', '4', '5', '6', '7', '8', '9'], '123456.78'],
])('reads money from %j as %s', (keys, value) => {
  expect(typed('money', keys)).toBe(value)
})

test.each([
  [['0', '4', '2'], '042'],
  [['1', '2', '3', '4', '5'], '1234'],
  [['1', '2', 'Clear', '9'], '9'],
])('reads digits from %j as %s', (keys, value) => {
  expect(typed('digits', keys, 4)).toBe(value)
})
