/** QR codes: renaming, pausing, resuming, retiring, and scan counts. */
import { beforeEach, expect, test } from 'vitest'
import type { QrCodeChanges } from '#schema/contract/qr-code.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
const visitor = () => new TestBrowser(running.url)

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})

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

test('disables a paused code’s page and sign-ups until it is resumed', async () => {
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

test('keeps a retired code retired', async () => {
  expect((await change({ retired: true })).body).toMatchObject({ isActive: false })
  for (const again of [{ isActive: true }, { name: 'Back' }, { retired: true as const }]) {
    expect(await change(again)).toMatchObject({ status: 409, body: { code: 'qr_code_retired' } })
  }
  expect((await lookUp()).status).toBe(404)
  expect((await join()).status).toBe(404)
})

test('counts scans and sign-ups by day, against the days before', async () => {
  const params = { businessId: shop.businessId, qrCodeId: shop.qrCodeId }
  const query = { days: '7', timeZone: 'UTC' }
  const activity = () => owner.call('business.qrCodeActivity', { params, query })
  await lookUp()
  await lookUp()
  await join()
  const { totals, before, series } = (await activity()).body
  expect(totals).toEqual({ scans: 1, signUps: 1 })
  expect(before).toEqual({ scans: 0, signUps: 0 })
  expect(series.map(({ now }) => now.signUps)).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(series).toHaveLength(7)
  const elsewhere = { ...params, qrCodeId: params.businessId }
  expect((await owner.call('business.qrCodeActivity', { params: elsewhere, query })).status).toBe(
    404,
  )
})

test('sends a change to devices, keeps the other fields, and audits it', async () => {
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

test('refuses invalid values and names the field', async () => {
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
