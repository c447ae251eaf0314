import { expect, test } from 'vitest'
import { isShortToken, makeShortToken, openText, readToken, sealText, signToken } from './secret.ts'

const now = new Date('2026-05-04T12:00:00Z')
const claims = {
  id: 'one',
  subject: 'two',
  issuedAt: now,
  expiresAt: new Date(now.getTime() + 1000),
}
const first = { sessionSecret: 'the first secret of this installation', previousSecret: undefined }
const second = { sessionSecret: 'the second one, after it was changed', previousSecret: undefined }
const rotated = { ...second, previousSecret: first.sessionSecret }

test('reads a token only for the purpose it was made for', async () => {
  const token = await signToken('session', claims, first)
  expect(await readToken('session', token, { now, secrets: first })).toMatchObject({
    jti: 'one',
    sub: 'two',
  })
  for (const other of ['device', 'seal ticket'] as const) {
    expect(await readToken(other, token, { now, secrets: first })).toBeNull()
  }
})

test('reads earlier tokens after a change of secret while the previous one is configured', async () => {
  const token = await signToken('device', claims, first)
  expect(await readToken('device', token, { now, secrets: rotated })).not.toBeNull()
  expect(await readToken('device', token, { now, secrets: second })).toBeNull()
  const fresh = await signToken('device', claims, rotated)
  expect(await readToken('device', fresh, { now, secrets: second })).not.toBeNull()
})

test('expires tokens, unless a grace period is given', async () => {
  const token = await signToken('session', claims, first)
  const later = new Date(now.getTime() + 5_000)
  expect(await readToken('session', token, { now: later, secrets: first })).toBeNull()
  const late = { now: later, secrets: first, lateSeconds: 10 }
  expect(await readToken('session', token, late)).not.toBeNull()
})

test('reads a short token for its purpose, and with the previous secret', () => {
  const token = makeShortToken('session', first)
  for (const secrets of [first, rotated]) expect(isShortToken('session', token, secrets)).toBe(true)
  expect(isShortToken('session', token, second)).toBe(false)
  expect(isShortToken('device', token, first)).toBe(false)
  for (const other of [token.slice(1), `${token}A`, `${token}=`, token.toLowerCase()]) {
    expect(isShortToken('session', other, first)).toBe(false)
  }
})

test('opens sealed text for its purpose while its secret or the next one is in use', () => {
  const sealed = sealText('customer key', 'a key', first)
  expect(sealed).not.toContain(Buffer.from('a key').toString('base64url'))
  expect(openText('customer key', sealed, first)).toBe('a key')
  expect(openText('customer key', sealed, rotated)).toBe('a key')
  expect(openText('customer key', sealed, second)).toBeNull()
  expect(openText('invite code', sealed, first)).toBeNull()
})

test('opens nothing that was changed, truncated or not sealed by us', () => {
  const sealed = sealText('invite code', 'a code', first)
  const changed = Buffer.from(sealed, 'base64url')
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const text of [changed.toString('base64url'), sealed.slice(0, 30), '', 'undefined']) {
    expect(openText('invite code', text, first)).toBeNull()
  }
})
