/** How the keys of the number pad change digits. */
import { expect, test } from 'vitest'
import { pressDigit } from './number-pad.tsx'

test.each([
  [['0', '4', '2'], '042'],
  [['1', '2', '3', '4', '5'], '1234'],
  [['1', '2', 'Backspace'], '1'],
  [['1', '2', 'Clear', '9'], '9'],
])('reads digits from %j as %s', (keys, value) => {
  expect(keys.reduce((digits, key) => pressDigit(digits, key, 4), '')).toBe(value)
})
