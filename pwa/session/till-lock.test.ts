/** Unlocking a till offline: the PIN, pauses after wrong tries, and their limit. */
import 'fake-indexeddb/auto'
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserDatabase } from '#pwa/device/browser-database.ts'
import { useTill } from '#pwa/session/till.ts'
import { ownKeyPair } from '#pwa/session/till-key-pair.ts'
import {
  forgetKey,
  forgetPeople,
  keepPeople,
  refreshPeople,
  unlockTill,
} from '#pwa/session/till-lock.ts'
import { claimAtPress } from '#pwa/sync/staff-claim.ts'
import { limits } from '#schema/contract/limits.ts'
import { provedText, type TillPerson } from '#schema/contract/till.ts'

const [right, wrong] = ['271828', '314159']
const operation = { operationId: 'o', name: 'purchase.record', v: 2, payload: { amount: '1.00' } }
const key = randomBytes(32)
let ada: TillPerson

/** Seals a key as the server does, with fewer iterations. */
async function personWith(pin: string, pinSetAt: string): Promise<TillPerson> {
  const [salt, iterations] = [randomBytes(16), 10]
  const pinKey = pbkdf2Sync(pin, salt, iterations, 32, 'sha256')
  const sealedKey = await new CompactEncrypt(key)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(pinKey)
  return {
    id: 'ada',
    firstName: 'Ada',
    lastName: 'Lovejoy',
    pinSetAt,
    salt: salt.toString('base64url'),
    iterations,
    sealedKey,
  }
}

beforeEach(async () => {
  ada = await personWith(right, '2026-01-01T00:00:00.000Z')
  await keepPeople([ada])
})
afterEach(() => forgetPeople())

const unlock = (pin: string, now = 0) => unlockTill('ada', pin, { now })
const row = () => browserDatabase().tillPeople.get('ada')

test('the right PIN unlocks, and later operations carry the proof', async () => {
  expect(claimAtPress()(operation)).toEqual({})
  expect(await unlock(right)).toEqual({ kind: 'unlocked' })
  expect(useTill.getState().staff).toMatchObject({ id: 'ada', firstName: 'Ada' })
  const proof = createHmac('sha256', key).update(provedText(operation)).digest('base64url')
  expect(claimAtPress()(operation)).toEqual({ staff: { id: 'ada', proof } })
  forgetKey()
  expect(claimAtPress()(operation)).toEqual({})
})

test('wrong tries slow down, are counted before they are made, and finally delete the key', async () => {
  let now = 0
  const triesLeft: unknown[] = []
  for (let count = 1; count < limits.pinTriesMax; count += 1) {
    const outcome = await unlock(wrong, now)
    triesLeft.push('triesLeft' in outcome ? outcome.triesLeft : outcome.kind)
    const pausedUntil = (await row())?.pausedUntil ?? 0
    if (count > limits.pinTriesBeforePause) {
      expect(pausedUntil).toBeGreaterThan(now)
      expect(await unlock(right, now)).toMatchObject({ kind: 'wait' })
    }
    now = Math.max(now, pausedUntil)
  }
  expect(triesLeft).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await unlock(wrong, now)).toEqual({ kind: 'wiped' })
  expect((await row())?.sealedKey).toBeNull()
  expect(await unlock(right, now + 1e9)).toEqual({ kind: 'wiped' })
})

test('a clock set back by a day extends a pause to the maximum, once', async () => {
  const day = 86_400_000
  const longest = limits.pinPauseSecondsMax
  for (let count = 0; count <= limits.pinTriesBeforePause; count += 1) await unlock(wrong, day)
  expect(await unlock(right, 0)).toEqual({ kind: 'wait', seconds: longest })
  expect(await unlock(right, 1000)).toEqual({ kind: 'wait', seconds: longest - 1 })
  expect(await unlock(right, longest * 1000)).toEqual({ kind: 'unlocked' })
})

test('counts many simultaneous tries one by one', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => unlock(wrong)))
  const made = outcomes.filter(({ kind }) => kind === 'wrong')
  expect(made).toHaveLength(limits.pinTriesBeforePause + 1)
  expect((await row())?.tries).toBe(limits.pinTriesBeforePause + 1)
})

test('a right PIN resets the wrong tries before it', async () => {
  await unlock(wrong)
  await unlock(right)
  expect(await row()).toMatchObject({ tries: 0, pausedUntil: 0 })
})

test('a key that survived a crash after the last try opens nothing', async () => {
  await browserDatabase().tillPeople.update('ada', { tries: limits.pinTriesMax })
  expect(await unlock(right)).toEqual({ kind: 'wiped' })
  expect((await row())?.sealedKey).toBeNull()
})

test('a deleted key comes back only with a new PIN', async () => {
  await browserDatabase().tillPeople.update('ada', { sealedKey: null, tries: 10 })
  await keepPeople([ada])
  expect(await row()).toMatchObject({ sealedKey: null, tries: 10 })
  await keepPeople([await personWith(wrong, '2026-01-02T00:00:00.000Z')])
  expect(await unlock(right)).toEqual({ kind: 'wrong', triesLeft: 9 })
  expect(await unlock(wrong)).toEqual({ kind: 'unlocked' })
})

/** Seals the key as the server does for a till that has sent its own. */
async function sealedTo({ x, y }: { x: string; y: string }, { sealedKey }: TillPerson) {
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ECDH-ES')
  return new CompactEncrypt(new TextEncoder().encode(sealedKey))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: x })
    .encrypt(publicKey)
}

test('a key sealed to this till opens here, and no script can export the private key', async () => {
  const own = await ownKeyPair()
  expect((await ownKeyPair()).publicKey).toEqual(own.publicKey)
  await expect(crypto.subtle.exportKey('jwk', own.privateKey)).rejects.toThrow()
  await keepPeople([{ ...ada, sealedKey: await sealedTo(own.publicKey, ada) }])
  expect(await unlock(wrong)).toEqual({ kind: 'wrong', triesLeft: 9 })
  expect(await unlock(right)).toEqual({ kind: 'unlocked' })
})

test('a till that lost its key pair shows an error and counts no try', async () => {
  const { publicKey } = await ownKeyPair()
  await keepPeople([{ ...ada, sealedKey: await sealedTo(publicKey, ada) }])
  await browserDatabase().tillKey.clear()
  expect(await unlock(right)).toEqual({ kind: 'unreadable' })
  expect(await row()).toMatchObject({ tries: 0 })
})

test('a new PIN of the person who unlocked the till locks it', async () => {
  await unlock(right)
  const sent = [await personWith(wrong, '2026-01-02T00:00:00.000Z')]
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/sync/till-people'
      ? new Response(JSON.stringify(sent), { headers: { 'regulars-api': '1' } })
      : new Response(JSON.stringify({ message: '' }), { headers: { 'regulars-api': '1' } }),
  )
  await refreshPeople()
  vi.unstubAllGlobals()
  expect(useTill.getState().staff).toBeNull()
  expect(claimAtPress()(operation)).toEqual({})
})

test('a person removed from the list has no key here', async () => {
  await keepPeople([])
  expect(await unlock(right)).toEqual({ kind: 'wiped' })
})
