/** An owner corrects a member's birthday, which no device holds. */
import { beforeAll, expect, test } from 'vitest'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { untilWaiting } from '#tests/support/waiting.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})

async function join(birthday: string | null) {
  const body = { ...signUpPayload(), id: newKey(), birthday }
  const visitor = new TestBrowser(running.url)
  const customerId = body.id
  await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  const params = { businessId: shop.businessId, memberId: body.memberId }
  return {
    ...body,
    stored: async () => (await owner.call('business.birthday', { params })).body,
    correct: (to: string | null, seen: string | null, browser = owner) =>
      browser.call('business.changeBirthday', { params, body: { birthday: to, seen } }),
    onCard: async () => {
      const { body } = await visitor.call('customer.ownData', { params: { customerId } })
      return body.birthday
    },
    changeOnCard: (to: string | null) =>
      visitor.call('customer.changeBirthday', {
        params: { customerId },
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

/** Starts both while the business is locked, and lets them go on in this order. */
async function inOrder<First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const ends: { first?: Promise<First>; second?: Promise<Second> } = {}
  await running.sql.begin(async (held) => {
    const { businessId } = shop
    await held`select from business_version where business_id = ${businessId} for update`
    ends.first = first()
    await untilWaiting(running)
    ends.second = second()
    await untilWaiting(running, 2)
  })
  return Promise.all([ends.first as Promise<First>, ends.second as Promise<Second>])
}

test('refuses the later of two corrections at once', async () => {
  const { stored, correct } = await join('05-17')
  const [one, other] = await inOrder(
    () => correct('06-01', '05-17'),
    () => correct('07-01', '05-17'),
  )
  expect([one.status, other.status]).toEqual([200, 409])
  expect(await stored()).toEqual({ birthday: '06-01' })
})

test('shows the birthday of a joined member on a kept one without, until they are separated', async () => {
  const kept = await join(null)
  const joined = await join('05-17')
  const device = new TestDevice(owner)
  const pair = { keepId: kept.memberId, joinId: joined.memberId }
  const listed = async () => {
    const params = { businessId: shop.businessId }
    const { body } = await owner.call('business.customerConsents', { params })
    return body.find(({ id }) => id === kept.memberId)?.birthday
  }
  await device.push(device.make('customer.join', pair))
  expect(await kept.stored()).toEqual({ birthday: '05-17' })
  expect(await kept.onCard()).toBe('05-17')
  expect(await listed()).toBe('05-17')
  await device.push(device.make('customer.separate', { ...pair, spentSeen: 0 }))
  expect(await kept.stored()).toEqual({ birthday: null })
  expect(await joined.stored()).toEqual({ birthday: '05-17' })
  expect(await listed()).toBeNull()
})

test('keeps the kept member’s own birthday, and a correction of either', async () => {
  const kept = await join('06-01')
  const joined = await join('05-17')
  const device = new TestDevice(owner)
  const pair = { keepId: kept.memberId, joinId: joined.memberId }
  await device.push(device.make('customer.join', pair))
  expect(await kept.stored()).toEqual({ birthday: '06-01' })
  // By the joined member's id, which an earlier page still has.
  expect((await joined.correct('06-02', '06-01')).status).toBe(200)
  expect(await kept.stored()).toEqual({ birthday: '06-02' })
  expect((await kept.changeOnCard(null)).body.birthday).toBeNull()
  expect(await kept.stored()).toEqual({ birthday: null })
  expect(await kept.onCard()).toBeNull()
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

test('writes no birthday of a member whose erasure is under way', async () => {
  const { memberId, correct } = await join('05-17')
  const params = { businessId: shop.businessId, memberId }
  await owner.call('business.eraseMember', { params, body: { reason: 'Asked at the counter' } })
  const laterMs = 25 * 3_600_000
  running.turnClock(laterMs)
  try {
    const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    const [, late] = await inOrder(
      () => eraseDueMembers(running.server),
      () => correct('06-01', '05-17', browser),
    )
    expect(late.status).toBe(404)
  } finally {
    running.turnClock(-laterMs)
  }
  const rows = await running.sql`select birthday from customer where id = ${memberId}`
  expect(rows).toEqual([{ birthday: null }])
})
