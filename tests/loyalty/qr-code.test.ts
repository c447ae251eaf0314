/** QR codes that are renamed, retired and brought back. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { QrCodeChanges } from '#schema/contract/qr-code.ts'
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
const visitor = () => new TestBrowser(running.url)

beforeAll(async () => {
  running = await startTestServer()
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})
afterAll(() => running.close())

const change = (body: QrCodeChanges, who = owner) =>
  who.call('business.changeQrCode', {
    params: { businessId: shop.businessId, qrCodeId: shop.qrCodeId },
    body,
  })
const lookUp = () => visitor().call('signUp.lookUp', { params: { code: shop.code } })

function join() {
  const { memberId: _, ...body } = signUpPayload()
  return visitor().call('customer.signUp', { params: { code: shop.code }, body })
}

test('a retired code leads nowhere and signs nobody up, until it is brought back', async () => {
  expect((await lookUp()).status).toBe(200)
  const { status, body } = await change({ isActive: false })
  expect([status, body.isActive, body.name, body.scanCount]).toEqual([200, false, 'Till', 1])

  for (const answer of [await lookUp(), await join()]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'code_invalid' } })
  }
  expect((await change({ isActive: true })).body.isActive).toBe(true)
  expect((await lookUp()).status).toBe(200)
  expect((await join()).status).toBe(201)
})

test('a change reaches devices, leaves the rest as it was, and is in the log', async () => {
  const device = new TestDevice(owner)
  await device.pull()
  expect((await change({ name: 'Window', locationName: 'Front' })).status).toBe(200)
  expect((await change({ locationName: '' })).body).toMatchObject({
    name: 'Window',
    locationName: null,
    isActive: true,
    code: shop.code,
  })
  const [after] = await device.pull()
  expect(after?.rows.qrCode).toEqual([
    expect.objectContaining({ id: shop.qrCodeId, name: 'Window', locationName: null }),
  ])
  const log = await owner.call('business.audit', {
    params: { businessId: shop.businessId },
    query: { act: 'business.changeQrCode' },
  })
  expect(log.body.map(({ subject }) => subject)).toEqual([shop.qrCodeId, shop.qrCodeId])
})

test('what cannot be kept is refused with the field that is wrong', async () => {
  const wrong: [unknown, string | undefined][] = [
    [{}, ''],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ isActive: 'no' }, 'isActive'],
  ]
  for (const [body, field] of wrong) {
    const answer = await change(body as QrCodeChanges)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  }
  expect((await lookUp()).status).toBe(200)
})
