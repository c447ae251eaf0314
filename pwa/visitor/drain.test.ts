import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database, type SignUpRow } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { addRow, NotSaved, rowOf } from '#pwa/visitor/outbox.ts'
import { listenForSettled, type Settled } from '#pwa/visitor/settled.ts'
import {
  customerId,
  page,
  payload,
  playServer,
  refusal,
  welcome,
} from '#tests/support/visitor-answers.ts'

const operationId = '0199a3c0-1f00-7000-8000-00000000000a'
const otherId = '0199a3c0-1f00-7000-8000-00000000000b'
const join = 'POST /api/signup/CAFE'
const ofPage = `GET /api/customer/${customerId}`
const created = { status: 201, body: welcome }

beforeEach(async () => {
  await Promise.all([database.operations.clear(), database.pages.clear(), database.lookUps.clear()])
})
afterEach(() => vi.unstubAllGlobals())

function saveSignUp(operation = operationId, till = false) {
  const { id: key = '', memberId = '' } = payload
  return addRow({
    name: 'customer.signUp',
    operationId: operation,
    code: 'CAFE',
    customerId: key,
    memberId,
    payload,
    answer: null,
    till,
  })
}

test("sends a sign-up with its operation id as the key, and stores the customer's page", async () => {
  const asked = playServer({ [join]: [created], [ofPage]: [{ status: 200, body: page }] })
  await saveSignUp()
  expect(await drainOutbox()).toEqual({ left: 0, nextAt: null, networkDown: false })
  expect(asked[0]?.headers['Idempotency-Key']).toBe(operationId)
  const row = (await rowOf(operationId)) as SignUpRow
  expect(row).toMatchObject({ status: 'applied', answer: welcome })
  expect((await database.pages.get(customerId))?.page.customer.points).toBe(100)
})

test('without an answer the row waits, and the rest is not tried', async () => {
  const asked = playServer({ [join]: ['nobody'] })
  await saveSignUp()
  await saveSignUp(otherId)
  expect(await drainOutbox()).toMatchObject({ left: 2, networkDown: true })
  expect(asked).toHaveLength(1)
  expect(await rowOf(operationId)).toMatchObject({ status: 'waiting', tries: 1 })
})

test.each([200, 400, 403, 413, 422])(
  "an intermediary's page (%i) is no answer",
  async (stranger) => {
    playServer({ [join]: [{ stranger }] })
    await saveSignUp()
    expect(await drainOutbox()).toMatchObject({ left: 1, networkDown: true })
  },
)

test('sends a row that a killed browser left as sending again under the same key', async () => {
  await saveSignUp()
  await database.operations.toCollection().modify({ status: 'sending' })
  const asked = playServer({ [join]: [created] })
  await drainOutbox()
  expect(asked[0]?.headers['Idempotency-Key']).toBe(operationId)
  expect(await rowOf(operationId)).toMatchObject({ status: 'applied' })
})

test.each([
  [400, 'validation_failed'],
  [404, 'code_invalid'],
  [409, 'already_member'],
  [422, 'key_reused'],
])('%i %s is a verdict: refused, with its message', async (status, code) => {
  playServer({ [join]: [refusal(status, code)] })
  await saveSignUp()
  expect(await drainOutbox()).toMatchObject({ left: 0 })
  const row = await rowOf(operationId)
  expect(row).toMatchObject({ status: 'refused', refusal: { code } })
  expect(row?.refusal?.message).toBe(`The sentence of ${code}`)
})

test.each([
  [409, 'under_way'],
  [429, 'too_many'],
  [500, 'internal'],
  [503, 'unavailable'],
])('keeps a row after %i %s and tries it later; sends the others', async (status, code) => {
  const later = refusal(status, code, { retryAfterSeconds: 30 })
  playServer({ [join]: [later, created] })
  await saveSignUp()
  await saveSignUp(otherId)
  const end = await drainOutbox()
  expect(end).toMatchObject({ left: 1, networkDown: false })
  expect((end.nextAt ?? 0) - Date.now()).toBeGreaterThan(25_000)
  expect(await rowOf(operationId)).toMatchObject({ status: 'waiting', refusal: null })
  expect(await rowOf(otherId)).toMatchObject({ status: 'applied' })
})

test('sends no row before the time the server asked for, unless the clock was wrong', async () => {
  const asked = playServer({ [join]: [created] })
  await saveSignUp()
  await database.operations.toCollection().modify({ retryAt: Date.now() + 60_000 })
  await drainOutbox()
  expect(asked).toHaveLength(0)
  await database.operations.toCollection().modify({ retryAt: Date.now() + 30 * 24 * 3_600_000 })
  await drainOutbox()
  expect(asked[0]?.path).toBe('/api/signup/CAFE')
})

test('a parked sign-up stays, and asking again returns its verdict', async () => {
  playServer({ [join]: [{ status: 202, body: { code: 'parked', message: '' } }, created] })
  await saveSignUp()
  expect(await drainOutbox()).toMatchObject({ left: 1 })
  expect(await rowOf(operationId)).toMatchObject({ status: 'parked' })
  await database.operations.toCollection().modify({ retryAt: 0 })
  await drainOutbox()
  expect(await rowOf(operationId)).toMatchObject({ status: 'applied' })
})

test("a till deletes the customer's data once it is sent, and notifies the waiting screen", async () => {
  const asked = playServer({ [join]: [created], [ofPage]: [{ status: 200, body: page }] })
  const heard = new Promise<Settled>((hear) => {
    const stop = listenForSettled((settled) => {
      stop()
      hear(settled)
    })
  })
  await saveSignUp(operationId, true)
  await drainOutbox()
  expect(await heard).toEqual({ operationId, answer: welcome })
  expect(await database.operations.count()).toBe(0)
  expect(await database.pages.count()).toBe(0)
  expect(asked).toHaveLength(1)
})

test('simultaneous drains send once', async () => {
  const asked = playServer({ [join]: [created], [ofPage]: ['nobody'] })
  await saveSignUp()
  await Promise.all([drainOutbox(), drainOutbox(), drainOutbox()])
  expect(asked.filter((one) => one.method === 'POST')).toHaveLength(1)
})

test('a row saved during a drain is sent in the same drain', async () => {
  const asked = playServer({ [join]: [created], [ofPage]: ['nobody'] })
  await saveSignUp()
  const first = drainOutbox()
  await saveSignUp(otherId)
  await Promise.all([first, drainOutbox()])
  expect(asked.filter((one) => one.method === 'POST')).toHaveLength(2)
  expect(await rowOf(otherId)).toMatchObject({ status: 'applied' })
})

test('sends a scan as a look-up under its own id, and deletes it', async () => {
  const asked = playServer({ 'GET /signup/CAFE': [{ status: 200, body: {} }] })
  await addRow({ name: 'signUp.lookUp', code: 'CAFE', operationId })
  await addRow({ name: 'signUp.lookUp', code: 'CAFE', operationId })
  await drainOutbox()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers['Scan-Id']).toBe(operationId)
  expect(await database.operations.count()).toBe(0)
})

test('reports a full disk and writes nothing', async () => {
  const add = vi
    .spyOn(database.operations, 'add')
    .mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'))
  await expect(saveSignUp()).rejects.toBeInstanceOf(NotSaved)
  add.mockRestore()
  expect(await database.operations.count()).toBe(0)
})
