import { hash } from 'argon2'
import { expect, test } from 'vitest'
import { Refusal } from '#sync-server/rule/refuse.ts'
import {
  decoyDigest,
  hashPassword,
  isGuessable,
  isOutdated,
  isPassword,
  refuseGuessable,
} from './password.ts'

test('writes argon2id parameters into the digest and rejects another password', async () => {
  const digest = await hashPassword('Correct-Horse-7')
  expect(digest).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('Correct-Horse-7', digest)).toBe(true)
  expect(await isPassword('Correct-Horse-8', digest)).toBe(false)
})

test('rejects any password for a missing account, at the same cost', async () => {
  expect(await isPassword('', null)).toBe(false)
  // Other parameters would give it away by its timing.
  expect(isOutdated(decoyDigest)).toBe(false)
})

test('reports a digest with weaker parameters as outdated', async () => {
  expect(isOutdated(await hash('x', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true)
})

test('serves many concurrent calls', async () => {
  const digests = await Promise.all(Array.from({ length: 12 }, (_, n) => hashPassword(`p${n}`)))
  const right = await Promise.all(digests.map((digest, n) => isPassword(`p${n}`, digest)))
  expect(right.every(Boolean)).toBe(true)
})

test('refuses calls beyond the queue limit', async () => {
  // Verifying costs what the digest's own parameters say.
  const cheap = await hash('y', { memoryCost: 64, timeCost: 2, parallelism: 1 })
  const asked = Array.from({ length: 230 }, () => isPassword('x', cheap))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(230 - 204)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
})

test('refuses a guessable password and names the field', () => {
  expect(() => refuseGuessable('Password1', 'newPassword')).toThrow(Refusal)
  expect(() => refuseGuessable('Lantern-Quay-58', 'newPassword')).not.toThrow()
})

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
