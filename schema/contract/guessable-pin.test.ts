/** Refuses the PINs that attackers try first, and few others. */
import { expect, test } from 'vitest'
import { isGuessable } from './guessable-pin.ts'

test.each([
  '000000',
  '123456',
  '987654',
  '890123',
  '121212',
  '123123',
  '112233',
  '998877',
  '111222',
  '147258',
  '159753',
  '199001',
  '202612',
  '123321',
  '520131',
])('refuses %s', (pin) => expect(isGuessable(pin)).toBe(true))

test.each(['271828', '314159', '199013', '112244', '140776', '135791'])('accepts %s', (pin) =>
  expect(isGuessable(pin)).toBe(false),
)

test('accepts more than 99 of 100 PINs', () => {
  const refused = Array.from({ length: 1_000_000 }, (_, n) => String(n).padStart(6, '0'))
  expect(refused.filter(isGuessable).length).toBeLessThan(5000)
})
