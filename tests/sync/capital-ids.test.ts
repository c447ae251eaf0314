/** Uppercase ids, which some platforms print, identify the same things as lowercase ones. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness
let owner: TestBrowser
let till: TestDevice

beforeAll(async () => {
  running = await startTestServer()
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  till = new TestDevice(owner)
})
afterAll(() => running.close())

const capital = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, inner) => (/Id$/.test(key) ? inner.toUpperCase() : inner)))

const sale = (memberId: string, device = till) =>
  device.make('purchase.record', { purchaseId: newId(), memberId, amount: '7.00', note: null })

const endOf = async (operation: PushedOperation, device = till) => {
  const { status, body } = await device.push(operation)
  return body.verdicts?.[0]?.code ?? body.verdicts?.[0]?.status ?? status
}

test('settle work that waits for a member whose sign-up has uppercase ids', async () => {
  const payload = signUpPayload()
  const waiting = sale(payload.memberId)
  expect(await endOf(waiting)).toBe('member_not_arrived')
  expect(await endOf(capital(till.make('customer.signUp', payload)))).toBe('applied')
  expect(await endOf(waiting)).toBe('applied')
})

test('settle work that waits for a member of a documented sign-up with uppercase ids', async () => {
  const { memberId, ...payload } = signUpPayload()
  const waiting = sale(memberId)
  expect(await endOf(waiting)).toBe('member_not_arrived')
  const answer = await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: shop.code },
    body: { ...payload, memberId: memberId.toUpperCase() },
  })
  expect(answer.status).toBe(201)
  expect(await endOf(waiting)).toBe('applied')
})

test('identify a known operation, also from another outbox', async () => {
  const payload = signUpPayload()
  const signUp = till.make('customer.signUp', payload)
  expect(await endOf(signUp)).toBe('applied')
  const again = { ...signUp, operationId: signUp.operationId.toUpperCase() }
  expect(await endOf(again)).toBe('applied')
  expect(await endOf({ ...again, seq: 1 }, new TestDevice(owner))).toBe('applied')
  const edit = { ...sale(payload.memberId), replaces: signUp.operationId.toUpperCase() }
  expect(await endOf(edit)).toBe('already_saved')
})

test('identify operations in a decision and in a pull, and the business in a path', async () => {
  const waiting = sale(signUpPayload().memberId)
  await endOf(waiting)
  const params = { businessId: shop.businessId.toUpperCase() }
  const body = { operationIds: [waiting.operationId.toUpperCase()], accept: false }
  expect((await owner.call('business.decideParked', { params, body })).body).toEqual({ settled: 1 })
  const told = await till.pull([waiting.operationId.toUpperCase()])
  expect(told.flatMap(({ verdicts }) => verdicts)).toMatchObject([{ code: 'owner_refused' }])
})
