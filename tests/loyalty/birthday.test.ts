/** An owner corrects a member's birthday, which no device holds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
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

beforeAll(async () => {
  running = await startTestServer()
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})
afterAll(() => running.close())

async function join(birthday: string | null) {
  const body = { ...signUpPayload(), id: newKey(), birthday }
  const visitor = new TestBrowser(running.url)
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  const params = { businessId: shop.businessId, memberId: body.memberId }
  return {
    ...body,
    stored: async () => (await owner.call('business.birthday', { params })).body,
    correct: (to: string | null, seen: string | null, browser = owner) =>
      browser.call('business.changeBirthday', { params, body: { birthday: to, seen } }),
    changeOnCard: (to: string | null) =>
      visitor.call('customer.changeBirthday', {
        params: { customerId: body.id },
        body: { birthday: to },
      }),
  }
}

test('stores, replaces and removes a birthday', async () => {
  const { stored, correct } = await join('05-17')
  expect(await stored()).toEqual({ birthday: '05-17' })
  expect((await correct('05-18', '05-17')).status).toBe(200)
  expect(await stored()).toEqual({ birthday: '05-18' })
  expect((await correct(null, '05-18')).status).toBe(200)
  expect(await stored()).toEqual({ birthday: null })
  expect((await correct('02-29', null)).status).toBe(200)
  expect(await stored()).toEqual({ birthday: '02-29' })
  const wrong = await correct('02-30', '02-29')
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'birthday' }] } })
})

test('refuses a correction if another birthday is stored than the owner saw', async () => {
  const { stored, correct, changeOnCard } = await join('05-17')
  await changeOnCard('06-01')
  const late = await correct('05-18', '05-17')
  expect(late).toMatchObject({ status: 409, body: { code: 'customer_changed_meanwhile' } })
  expect(await stored()).toEqual({ birthday: '06-01' })
  // The member made the same correction.
  expect((await correct('06-01', '05-17')).status).toBe(200)
})

test('writes the correction to the log without the day, and to no device', async () => {
  const { memberId, correct } = await join('05-17')
  await correct('11-23', '05-17')
  const { businessId } = shop
  const query = { act: 'business.changeBirthday' }
  const { body } = await owner.call('business.audit', { params: { businessId }, query })
  expect(body[0]).toMatchObject({ actorKind: 'business_admin', subject: memberId })
  const pulled = await new TestDevice(owner).pull()
  const rows = pulled.flatMap((answer) => answer.rows.customer ?? [])
  expect(rows.map(({ id }) => id)).toContain(memberId)
  for (const text of [JSON.stringify(body[0]), JSON.stringify(rows)]) {
    expect(text).not.toMatch(/11-23|"birthday"/)
  }
})

test('refuses staff, other businesses and unknown members, and limits the corrections', async () => {
  const { correct, stored } = await join('05-17')
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const elsewhere = await createTestBusiness(running)
  const other = await new TestBrowser(running.url).signIn(elsewhere.ownerEmail)
  expect((await correct('05-18', '05-17', staff)).status).toBe(403)
  expect((await correct('05-18', '05-17', other)).status).toBe(404)
  const params = { businessId: elsewhere.businessId, memberId: newId() }
  const unknown = () =>
    other.call('business.changeBirthday', { params, body: { birthday: '05-18', seen: null } })
  for (let count = 0; count < serverLimits.birthdaysPerAccountPerHour; count += 1) {
    expect((await unknown()).status).toBe(404)
  }
  expect(await unknown()).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(await stored()).toEqual({ birthday: '05-17' })
})
