import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearIdentity, writeIdentity } from '#pwa/device/browser-database.ts'
import { database, type RowStatus } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { beginKiosk, endKiosk, kioskCode } from '#pwa/visitor/kiosk.ts'
import { forgetKnownMembers, readKioskWork } from '#pwa/visitor/kiosk-work.ts'
import { addRow, readOpenSignUps } from '#pwa/visitor/outbox.ts'
import { saveSignUp } from '#pwa/visitor/save-sign-up.ts'
import { isTill } from '#pwa/visitor/till.ts'
import type { User } from '#schema/contract/account.ts'
import { page, payload, playServer, welcome } from '#tests/support/visitor-answers.ts'

const staff = { id: 'a', role: 'staff', firstName: 'Sam' } as User
let kept: Record<string, string>
beforeEach(async () => {
  kept = {}
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
    },
    removeItem: (name: string) => {
      delete kept[name]
    },
  })
  vi.stubGlobal('navigator', { userAgent: 'test', language: 'en', platform: 'Linux' })
  vi.stubGlobal('screen', { width: 1024, height: 768 })
  await Promise.all([database.operations.clear(), database.pages.clear()])
})
afterEach(() => vi.unstubAllGlobals())

async function settle(operationId: string, status: RowStatus, code?: string) {
  const refusal = code ? { code, message: '', errors: [] } : null
  await database.operations
    .where('operationId')
    .equals(operationId)
    .modify((row) => void Object.assign(row, { status, refusal }))
}

test('starts with an empty tablet: deletes cards, and deletes pending sign-ups with their answer', async () => {
  await database.pages.put({ customerId: 'one', page, fetchedAt: 1 })
  const own = await saveSignUp('CAFE', payload)
  const done = await saveSignUp('CAFE', payload)
  await settle(done.operationId, 'applied')
  await beginKiosk('CAFE')
  expect(await database.pages.count()).toBe(0)
  expect((await database.operations.toArray()).map(({ operationId }) => operationId)).toEqual([
    own.operationId,
  ])
  expect(await readKioskWork()).toMatchObject({ waiting: 1, refused: [] })
  playServer({ 'POST /api/signup/CAFE': [{ status: 201, body: welcome }] })
  await drainOutbox()
  expect(await database.operations.count()).toBe(0)
  expect(await database.pages.count()).toBe(0)
})

test('keeps no card of a redemption that was pending when the kiosk began', async () => {
  await addRow({
    name: 'reward.redeem',
    operationId: 'redemption',
    customerId: 'one',
    rewardName: 'Free coffee',
    payload: { rewardId: 'coffee', pointsSeen: 50 },
    couponCode: null,
  })
  await beginKiosk('CAFE')
  playServer({
    'POST /api/customer/one/redeem/coffee': [{ status: 200, body: { couponCode: 'ABCD-EFGH' } }],
    'GET /api/customer/one': [{ status: 200, body: page }],
  })
  await drainOutbox()
  expect(await database.operations.count()).toBe(0)
  expect(await database.pages.count()).toBe(0)
})

test('remembers its page through a restart until it is ended; counts as a shared device', async () => {
  expect(kioskCode()).toBe(null)
  await beginKiosk('CAFE')
  expect([kioskCode(), await isTill()]).toEqual(['CAFE', true])
  endKiosk()
  expect([kioskCode(), await isTill()]).toEqual([null, false])
})

test('starts even if the browser refuses persistent storage', async () => {
  const storage = { persist: () => Promise.reject(new TypeError('not here')) }
  vi.stubGlobal('navigator', { userAgent: 'test', language: 'en', platform: 'Linux', storage })
  await beginKiosk('CAFE')
  expect(kioskCode()).toBe('CAFE')
})

test('a sign-up at the kiosk leaves no key behind once it is sent', async () => {
  await saveSignUp('CAFE', payload, undefined, true)
  playServer({ 'POST /api/signup/CAFE': [{ status: 201, body: welcome }] })
  await drainOutbox()
  expect(await database.operations.count()).toBe(0)
  expect(await database.pages.count()).toBe(0)
})

test('keeps a refused sign-up for the staff; forgets one of an existing member', async () => {
  const known = await saveSignUp('CAFE', payload, undefined, true)
  const other = await saveSignUp('CAFE', payload, undefined, true)
  const ownPhone = await saveSignUp('CAFE', payload)
  await settle(known.operationId, 'refused', 'already_member')
  await settle(other.operationId, 'refused', 'feature_off')
  await settle(ownPhone.operationId, 'refused', 'already_member')
  const work = await readKioskWork()
  expect(work.refused.map(({ operationId }) => operationId)).toEqual([other.operationId])
  expect(work.waiting).toBe(0)
  await forgetKnownMembers()
  expect((await database.operations.toArray()).map(({ operationId }) => operationId)).toEqual([
    other.operationId,
    ownPhone.operationId,
  ])
})

test('the sign-up page shows sign-ups made at the kiosk only to a signed-in person', async () => {
  const atKiosk = await saveSignUp('CAFE', payload, undefined, true)
  const ownPhone = await saveSignUp('CAFE', payload)
  const shown = async () => (await readOpenSignUps('CAFE')).map(({ operationId }) => operationId)
  expect(await shown()).toEqual([ownPhone.operationId])
  await writeIdentity(staff)
  expect(await shown()).toEqual([atKiosk.operationId, ownPhone.operationId])
  await writeIdentity({ ...staff, till: 'Front till' })
  expect(await shown()).toEqual([ownPhone.operationId])
  await clearIdentity()
})
