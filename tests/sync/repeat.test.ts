/**
 * A documented call's Idempotency-Key is looked up before anything else is judged, and a customer
 * pays the confirmed price.
 */
import { beforeAll, expect, test } from 'vitest'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

const join = (body: unknown, key: string, code = shop.code) =>
  new TestBrowser(running.url).call('customer.signUp', {
    params: { code },
    body,
    headers: { 'Idempotency-Key': key },
  })

test('repeats a sign-up’s lost answer even after its code was turned off', async () => {
  const other = await createTestBusiness(running)
  const body = { ...signUpPayload(), phone: '' }
  const first = await join(body, 'lost-answer', other.code)
  expect(first.status).toBe(201)
  await running.sql`update qr_code set is_active = false where id = ${other.qrCodeId}`
  const again = await join(body, 'lost-answer', other.code)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await join({ ...signUpPayload(), phone: '' }, 'fresh', other.code)).toMatchObject({
    status: 404,
    body: { code: 'code_invalid' },
  })
})

test('refuses a reused key with a different body, valid or not, and accepts the same body', async () => {
  const { marketingEmailConsent: _left, ...sent } = { ...signUpPayload(), phone: '' }
  const first = await join(sent, 'one-key')
  expect(first.status).toBe(201)
  const turned = Object.fromEntries(Object.entries(sent).reverse())
  expect((await join(turned, 'one-key')).body).toEqual(first.body)
  for (const other of [{ ...sent, marketingEmailConsent: false }, { nothing: 'valid' }]) {
    expect(await join(other, 'one-key')).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
  }
})

test('never charges a queued redemption more than the phone showed', async () => {
  const key = newKey()
  expect((await join({ ...signUpPayload(), phone: '', id: key }, 'redeemer')).status).toBe(201)
  const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  await till.pull()
  const redeem = (idempotencyKey: string, pointsSeen?: string) =>
    new TestBrowser(running.url).call('reward.redeem', {
      params: { customerId: key, rewardId: shop.rewardId },
      headers: { 'Idempotency-Key': idempotencyKey },
      ...(pointsSeen && { query: { pointsSeen } }),
    })
  const price = (points: number) =>
    running.sql`update reward set points_required = ${points} where id = ${shop.rewardId}`
  await price(90)
  expect(await redeem('dearer', '50')).toMatchObject({
    status: 409,
    body: { code: 'reward_changed' },
  })
  await price(40)
  const cheaper = await redeem('cheaper', '50')
  expect(cheaper.status).toBe(200)
  await price(90)
  expect((await redeem('cheaper', '50')).body).toEqual(cheaper.body)
  expect((await redeem('unnamed')).body.code).toBe('points_short')
})
