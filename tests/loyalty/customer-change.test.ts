/** Corrections of a member: who may make them, what they change, and edits that meet. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Customer } from '#schema/contract/customer.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { keepUpNow } from '#tests/support/upkeep.ts'

type Correction = Omit<OperationPayload<'customer.change'>, 'memberId'>

const number = '+1 (555) 010-0142'
const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice
let member: OperationPayload<'customer.signUp'>

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await deviceOf(shop.ownerEmail)
  staff = await deviceOf(shop.staffEmail)
})
beforeEach(async () => {
  const { memberId } = signUpPayload()
  member = signUpPayload({ memberId, firstName: 'Zelda', lastName: memberId, phone: number })
  await owner.push(owner.make('customer.signUp', { ...member, marketingSmsConsent: true }))
})

async function deviceOf(email: string): Promise<TestDevice> {
  return new TestDevice(await new TestBrowser(running.url).signIn(email))
}

async function correct(device: TestDevice, correction: Correction, memberId = member.memberId) {
  const { body } = await device.push(device.make('customer.change', { memberId, ...correction }))
  return body.verdicts[0]
}

async function stored(memberId = member.memberId) {
  const [row] = await running.sql`select first_name, last_name, phone, phone_digits, marketing_sms
    from customer where id = ${memberId}`
  return row
}

async function shownOn(device: TestDevice): Promise<Customer | undefined> {
  const pages = await device.pull()
  const rows = pages.flatMap(({ rows }) => rows.customer ?? []) as Customer[]
  return rows.findLast(({ id }) => id === member.memberId)
}

test('stores a correction, and every device and the server’s search follow', async () => {
  const lastName = `Fitz-${newId()}`
  const phone = '555 010 0177'
  const verdict = await correct(owner, {
    changes: { lastName, phone },
    seen: { lastName: member.lastName, phone: number },
  })
  expect(verdict).toMatchObject({ status: 'applied' })
  expect(await stored()).toMatchObject({ last_name: lastName, phone, phone_digits: '5550100177' })
  expect(await shownOn(owner)).toMatchObject({ firstName: 'Zelda', lastName, phone })
  expect(await shownOn(staff)).toMatchObject({ firstName: 'Zelda', lastName, phone: '••• 0177' })
  const found = async (q: string) => {
    const params = { businessId: shop.businessId }
    const { body } = await owner.browser.call('business.customers', { params, query: { q } })
    return body.map(({ id }) => id)
  }
  expect(await found(lastName)).toEqual([member.memberId])
  expect(await found(member.lastName)).toEqual([])
})

test('names the changed fields in the activity log, and neither value', async () => {
  const phone = '+49 30 901820'
  await correct(staff, {
    changes: { firstName: 'Zelma', phone },
    seen: { firstName: 'Zelda', phone: '••• 0142' },
  })
  const { body } = await owner.browser.call('business.audit', {
    params: { businessId: shop.businessId },
    query: { act: 'customer.change' },
  })
  expect(body[0]).toMatchObject({
    actorKind: 'staff',
    outcome: 'done',
    changed: ['firstName', 'phone'],
    customer: { memberId: member.memberId, name: `Zelma ${member.lastName}` },
  })
  expect(JSON.stringify(body[0])).not.toMatch(/901820|010-0142|Zelda/)
})

test('the activity log shows an adjustment with its sign and reason', async () => {
  const { memberId } = member
  await owner.push(
    owner.make('points.adjust', { memberId, points: 25, reason: 'Spilled coffee' }),
    owner.make('points.adjust', { memberId, points: -5, reason: 'Typing mistake' }),
  )
  const { body } = await owner.browser.call('business.audit', {
    params: { businessId: shop.businessId },
    query: { act: 'points.adjust' },
  })
  const told = body.map(({ points, reason }) => [points, reason])
  expect(told).toHaveLength(2)
  expect(told).toEqual(
    expect.arrayContaining([
      [25, 'Spilled coffee'],
      [-5, 'Typing mistake'],
    ]),
  )
})

test('refuses a correction of a field that someone else corrected, and stores nothing of it', async () => {
  await correct(owner, { changes: { lastName: 'Byron' }, seen: { lastName: member.lastName } })
  const late = { firstName: 'Augusta', lastName: 'King' }
  const seen = { firstName: 'Zelda', lastName: member.lastName }
  expect(await correct(staff, { changes: late, seen })).toMatchObject({
    status: 'refused',
    code: 'customer_changed_meanwhile',
  })
  expect(await stored()).toMatchObject({ first_name: 'Zelda', last_name: 'Byron' })
  const other = await correct(staff, {
    changes: { firstName: 'Augusta' },
    seen: { firstName: 'Zelda' },
  })
  expect(other).toMatchObject({ status: 'applied' })
  const same = await correct(staff, {
    changes: { lastName: 'Byron' },
    seen: { lastName: member.lastName },
  })
  expect(same).toMatchObject({ status: 'applied' })
  expect(await stored()).toMatchObject({ first_name: 'Augusta', last_name: 'Byron' })
})

test('answers staff alike for a right and a wrong guess of the hidden digits', async () => {
  const guess = (phone: string) => ({ changes: { phone: '555 010 9999' }, seen: { phone } })
  const wrongEnd = await correct(staff, guess('+1 555 010 0143'))
  expect(wrongEnd).toMatchObject({ code: 'customer_changed_meanwhile' })
  for (const phone of [number, '+1 777 777 0142', '••• 0142']) {
    expect(await correct(staff, guess(phone))).toMatchObject({ status: 'applied' })
    await correct(owner, { changes: { phone: number }, seen: { phone: '555 010 9999' } })
  }
  const blind = await correct(owner, guess('+1 777 777 0142'))
  expect(blind).toMatchObject({ code: 'customer_changed_meanwhile' })
  // An owner who edited as staff saw the mask.
  expect(await correct(owner, guess('••• 0142'))).toMatchObject({ status: 'applied' })
})

test('withdraws the consent for texts with another number, not with another spelling of it', async () => {
  const records = () =>
    running.sql`select granted, screen from consent_record
      where member_id = ${member.memberId} and channel = 'sms' order by recorded_at, id`
  await correct(owner, { changes: { phone: '+15550100142' }, seen: { phone: number } })
  expect(await stored()).toMatchObject({ phone: '+15550100142', marketing_sms: true })
  expect(await records()).toEqual([{ granted: true, screen: 'counter' }])
  await correct(owner, { changes: { phone: '' }, seen: { phone: '+15550100142' } })
  expect(await stored()).toMatchObject({ phone: null, phone_digits: null, marketing_sms: false })
  expect(await records()).toEqual([
    { granted: true, screen: 'counter' },
    { granted: false, screen: 'phone-changed' },
  ])
})

test('applies a sign-up and its correction in one push, also under an id that led to a known member', async () => {
  const person = signUpPayload({ firstName: 'Ida', email: member.email })
  const made = [
    staff.make('customer.signUp', person),
    staff.make('customer.change', {
      memberId: person.memberId,
      changes: { firstName: 'Edith' },
      seen: { firstName: 'Zelda' },
    }),
  ]
  const { body } = await staff.push(...made)
  expect(body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  expect(await stored()).toMatchObject({ first_name: 'Edith', last_name: member.lastName })

  const fresh = signUpPayload({ firstName: 'Noor' })
  const both = await staff.push(
    staff.make('customer.signUp', fresh),
    staff.make('customer.change', {
      memberId: fresh.memberId,
      changes: { phone: '555 010 0188' },
      seen: { phone: '' },
    }),
  )
  expect(both.body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  expect(await stored(fresh.memberId)).toMatchObject({ first_name: 'Noor', phone: '555 010 0188' })
})

test('keeps another business’s members out of reach', async () => {
  const before = await stored()
  const other = await createTestBusiness(running)
  const stranger = await deviceOf(other.ownerEmail)
  const verdict = await correct(stranger, {
    changes: { firstName: 'Mallory' },
    seen: { firstName: 'Zelda' },
  })
  expect(verdict).toMatchObject({ status: 'parked', code: 'member_not_arrived' })
  expect(await stored()).toEqual(before)
})

test('still accepts version 1, which has no email', async () => {
  const asked = (changes: object) =>
    owner.make(
      'customer.change',
      { memberId: member.memberId, changes, seen: { firstName: 'Zelda', email: member.email } },
      { v: 1 },
    )
  const { body } = await owner.push(
    asked({ email: 'new@example.com' }),
    asked({ firstName: 'Zelma', email: 'new@example.com' }),
  )
  expect(body.verdicts).toMatchObject([
    { code: 'validation_failed' },
    { status: 'applied', result: { changed: ['firstName'] } },
  ])
})

test.each<[string, Correction]>([
  ['nothing', { changes: {}, seen: {} }],
  ['an address without the one that was seen', { changes: { email: 'n@e.co' }, seen: {} }],
  ['an address that no mail server takes', { changes: { email: 'n@e' }, seen: { email: 'x' } }],
  ['a field without the value that was seen', { changes: { firstName: 'Ann' }, seen: {} }],
  ['an empty name', { changes: { lastName: ' ' }, seen: { lastName: 'x' } }],
  ['a number of letters', { changes: { phone: 'call me' }, seen: { phone: number } }],
])('refuses a correction of %s', async (_name, correction) => {
  const before = await stored()
  expect(await correct(owner, correction)).toMatchObject({
    status: 'refused',
    code: 'validation_failed',
  })
  expect(await stored()).toEqual(before)
})

/** A member with a card, and their call. */
async function joinByCode() {
  const visitor = new TestBrowser(running.url)
  const customerId = newKey()
  const body = signUpPayload({ firstName: 'Wanda', phone: number, marketingSmsConsent: true })
  const params = { code: shop.code }
  await visitor.call('customer.signUp', { params, body: { ...body, id: customerId } })
  const change = (correction: Correction, key?: string, id = customerId) =>
    visitor.call('customer.change', {
      params: { customerId: id },
      body: correction,
      ...(key && { headers: { 'Idempotency-Key': key } }),
    })
  return { memberId: body.memberId, visitor, params: { customerId }, change }
}

const toWilma = { changes: { firstName: 'Wilma' }, seen: { firstName: 'Wanda' } }

test('a member corrects themselves on their card, and the business’s devices get it', async () => {
  const { memberId, visitor, params, change } = await joinByCode()
  const correction = {
    changes: { firstName: 'Wilma', phone: '555 010 0166' },
    seen: { firstName: 'Wanda', phone: '••• 0142' },
  }
  expect((await change(correction)).status).toBe(200)
  expect((await visitor.call('customer.page', { params })).body.customer).toMatchObject({
    firstName: 'Wilma',
    phone: '••• 0166',
  })
  expect((await visitor.call('customer.ownData', { params })).body).toMatchObject({
    details: { firstName: 'Wilma', phone: '••• 0166' },
    consents: { sms: false },
  })
  const rows = (await owner.pull()).flatMap((answer) => answer.rows.customer ?? [])
  expect(rows.findLast(({ id }) => id === memberId)).toMatchObject({
    firstName: 'Wilma',
    phone: '555 010 0166',
  })
  const { body } = await owner.browser.call('business.audit', {
    params: { businessId: shop.businessId },
    query: { act: 'customer.change' },
  })
  expect(body[0]).toMatchObject({ actorKind: 'customer', changed: ['firstName', 'phone'] })
})

test('answers a repeat of a member’s correction alike, and does it once', async () => {
  const { memberId, change } = await joinByCode()
  const first = await change(toWilma, 'once')
  expect(first.status).toBe(200)
  await change({ changes: { firstName: 'Winnie' }, seen: { firstName: 'Wilma' } })
  const again = await change(toWilma, 'once')
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(await stored(memberId)).toMatchObject({ first_name: 'Winnie' })
  const other = await change({ changes: { firstName: 'W' }, seen: { firstName: 'Winnie' } }, 'once')
  expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
})

test('answers a card alike for a right and a wrong guess of the hidden digits', async () => {
  const answers = []
  for (const phone of [number, '+1 777 777 0142', '••• 0142', '+1 555 010 0143']) {
    const { change } = await joinByCode()
    const { status } = await change({ changes: { phone: '555 010 9999' }, seen: { phone } })
    answers.push(status)
  }
  expect(answers).toEqual([200, 200, 200, 409])
})

test('answers a repeat when the member has no more changes this hour, and a new one not', async () => {
  const { memberId, visitor, params, change } = await joinByCode()
  // Spaces that the stored name doesn't have.
  const spaced = { changes: { firstName: ' Wilma ' }, seen: { firstName: 'Wanda' } }
  const first = await change(spaced, 'once')
  const consents = { params, body: { email: false } }
  for (let count = 1; count < serverLimits.ownDataChangesPerHour; count += 1)
    expect((await visitor.call('customer.changeConsents', consents)).status).toBe(200)
  const again = await change(spaced, 'once')
  expect([again.status, again.body]).toEqual([200, first.body])
  const fresh = await change({ changes: { firstName: 'W' }, seen: { firstName: 'Wilma' } }, 'twice')
  expect([fresh.status, fresh.body.code]).toEqual([429, 'too_many'])
  expect(Number(fresh.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await stored(memberId)).toMatchObject({ first_name: 'Wilma' })
})

test('refuses a member’s correction over one by staff', async () => {
  const { memberId, change } = await joinByCode()
  await correct(staff, toWilma, memberId)
  const late = await change({ changes: { firstName: 'Wendy' }, seen: { firstName: 'Wanda' } })
  expect(late).toMatchObject({ status: 409, body: { code: 'customer_changed_meanwhile' } })
  expect(await stored(memberId)).toMatchObject({ first_name: 'Wilma' })
})

test('opens a member’s correction to their key alone, not to ids or sessions', async () => {
  const { memberId, change } = await joinByCode()
  for (const id of [memberId, newKey()]) {
    expect(await change(toWilma, undefined, id)).toMatchObject({ status: 404 })
  }
  const params = { customerId: memberId }
  const byOwner = await owner.browser.call('customer.change', { params, body: toWilma })
  expect(byOwner.status).toBe(404)
  expect(await stored(memberId)).toMatchObject({ first_name: 'Wanda' })
})

test('keeps a member’s correction until a suspended business is back', async () => {
  const { memberId, change } = await joinByCode()
  const setStatus = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await setStatus('suspended')
  expect(await change(toWilma)).toMatchObject({ status: 202, body: { code: 'parked' } })
  expect(await stored(memberId)).toMatchObject({ first_name: 'Wanda' })
  await setStatus('active')
  await owner.push(owner.make('customer.note', { memberId, note: 'Hello', noteSeen: '' }))
  expect(await stored(memberId)).toMatchObject({ first_name: 'Wilma' })
})

test('staff restore a number that they never saw, for seven days', async () => {
  const { memberId } = member
  const wrong = '555 010 9999'
  const make = (changeId: string) =>
    staff.make('customer.change', {
      memberId,
      changes: {},
      seen: { phone: wrong },
      undoOf: { changeId, phone: '••• 0142' },
    })
  const mistake = () =>
    staff.make('customer.change', {
      memberId,
      changes: { phone: wrong },
      seen: { phone: '••• 0142' },
    })
  const one = mistake()
  const both = await staff.push(one, make(one.operationId))
  expect(both.body.verdicts).toMatchObject([
    { status: 'applied' },
    { status: 'applied', result: { changed: ['phone'] } },
  ])
  expect(await stored()).toMatchObject({ phone: number, phone_digits: digitsOf(number) })
  await correct(owner, { changes: { phone: '555 010 0188' }, seen: { phone: number } })
  const again = await staff.push(make(one.operationId))
  expect(again.body.verdicts).toMatchObject([{ code: 'customer_changed_meanwhile' }])
  await correct(owner, { changes: { phone: number }, seen: { phone: '555 010 0188' } })

  const other = mistake()
  await staff.push(other)
  const unknown = await staff.push(make(newId()))
  expect(unknown.body.verdicts).toMatchObject([{ code: 'customer_changed_meanwhile' }])
  const dayMs = 86_400_000
  running.turnClock(serverLimits.phoneUndoDays * dayMs + 1_000)
  const late = await staff.push(make(other.operationId))
  expect(late.body.verdicts).toMatchObject([{ code: 'customer_changed_meanwhile' }])
  await keepUpNow(running)
  running.turnClock(-serverLimits.phoneUndoDays * dayMs - 1_000)
  const kept = await running.sql`select former from former_contact where member_id = ${memberId}`
  expect(kept).toEqual([])
})
