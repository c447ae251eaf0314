import { expect, test } from 'vitest'
import { isGuessable } from './guessable-password.ts'

test.each([
  'Password1',
  'P@ssw0rd',
  'P4$$w0rd!',
  'Passw0rd123',
  'Qwerty123',
  'Qwertyuiop1',
  'Welcome1',
  'Welcome2024!',
  'Sunshine01',
  'Iloveyou1',
  'Admin123',
  'Admin@123',
  'Abc12345',
  'Abcd1234',
  'Aa123456',
  'Letmein1',
  'Summer2025',
  'Monkey99',
  'Dragon123!',
  'Football1',
  'Pass1234',
  'Test1234',
  '1qaz2wsX',
  'Asdfghjkl1',
  'A1b2C3d4',
  'Regulars2026',
  'PasswordPassword1',
  'Hello12345678',
  'Michael01011990',
])('rejects %s as guessable', (password) => {
  expect(isGuessable(password)).toBe(true)
})

test.each([
  'correct Horse 7 battery',
  'Lantern-Quay-58',
  'vH7rKq2mZp',
  'Tuesday rain over 3 docks',
  'Passw0rd-of-the-lighthouse',
  'Kuchen backen 4 Oma',
  'xK9#mmQ2vL',
])('accepts %s', (password) => {
  expect(isGuessable(password)).toBe(false)
})

test('judges a long password quickly', () => {
  // Take the fastest of several runs, so that pauses of a busy machine don't count.
  const tries = Array.from({ length: 10 }, () => {
    const startedAt = performance.now()
    isGuessable('A1'.repeat(64))
    isGuessable(`${'!'.repeat(64)}a${'!'.repeat(63)}`)
    return performance.now() - startedAt
  })
  expect(Math.min(...tries)).toBeLessThan(50)
})
