/** 53: the server opens sealed work and judges it as its author's. */
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { endsOf, handInAlone, hearKey, seal, sealWork } from '#tests/support/seal.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

async function sealedSignUp(first: TestBrowser, email: string) {
  const key = (await first.call('sync.sealKey')).body
  const device = new TestDevice(first)
  const payload = signUpPayload({ email })
  const operations = [device.make('customer.signUp', payload)]
  const push = { outboxId: device.outboxId, deviceNow: new Date().toISOString(), operations }
  return seal(key, { ticket: key.ticket, push })
}

const accountOf = async (email: string) =>
  running.sql`select o.account_id, o.status, o.code, o.asker as asked
    from applied_operation o join account a on a.id = o.account_id where a.email = ${email}`

test('counts as the author’s when the next person pushes it', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const jwe = await sealedSignUp(first, 'sealed.one@example.com')
  await first.call('auth.logout')
  const next = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  for (let time = 0; time < 2; time += 1) {
    const answer = await next.call('sync.handSealed', { body: { sealed: [jwe] } })
    expect(answer.body).toEqual({ outcomes: ['taken'] })
  }
  expect(await accountOf(shop.staffEmail)).toMatchObject([{ status: 'applied', asked: 'staff' }])
})

test.each([
  ['a number that was used', 1, { status: 'parked', code: 'seal_unproved' }],
  ['a number behind a gap', 9, { status: 'applied', code: null }],
])('loses no sealed work with %s', async (_, seq, end) => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const device = new TestDevice(first)
  await device.push(device.make('customer.signUp', signUpPayload()))
  const key = (await first.call('sync.sealKey')).body
  const operation = { ...device.make('customer.signUp', signUpPayload()), seq }
  const push = {
    outboxId: device.outboxId,
    deviceNow: new Date().toISOString(),
    operations: [operation],
  }
  const jwe = await seal(key, { ticket: key.ticket, push })
  await first.call('auth.logout')
  const next = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  for (let time = 0; time < 2; time += 1) {
    const answer = await next.call('sync.handSealed', { body: { sealed: [jwe] } })
    expect(answer.body).toEqual({ outcomes: ['taken'] })
  }
  const rows = await running.sql`select status, code from applied_operation
    where operation_id = ${operation.operationId}`
  expect([...rows]).toEqual([end])
})

test('parks work of someone removed in the meantime', async () => {
  const other = await createTestBusiness(running)
  const first = await new TestBrowser(running.url).signIn(other.staffEmail)
  const device = new TestDevice(first)
  await device.push(device.make('customer.signUp', signUpPayload()))
  const key = (await first.call('sync.sealKey')).body
  const operations = [device.make('customer.signUp', signUpPayload())]
  const push = { outboxId: device.outboxId, deviceNow: new Date().toISOString(), operations }
  const jwe = await seal(key, { ticket: key.ticket, push })
  const next = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const staffId = (await first.call('auth.user')).body.id
  const removed = await next.call('business.removeStaff', {
    params: { businessId: other.businessId, staffId },
  })
  expect(removed.status).toBe(200)
  expect((await next.call('sync.handSealed', { body: { sealed: [jwe] } })).body).toEqual({
    outcomes: ['taken'],
  })
  expect(
    (await accountOf(other.staffEmail)).map(({ status, code }) => code ?? status).sort(),
  ).toEqual(['applied', 'rights_withdrawn'])
})

test('parks work of a removed person’s unknown outbox without blocking anyone', async () => {
  const other = await createTestBusiness(running)
  const first = await new TestBrowser(running.url).signIn(other.staffEmail)
  const jwe = await sealedSignUp(first, 'sealed.three@example.com')
  const owner = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const staffId = (await first.call('auth.user')).body.id
  const params = { businessId: other.businessId, staffId }
  expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
  const answer = await first.call('sync.handSealed', { body: { sealed: [jwe] } })
  expect(answer.body).toEqual({ outcomes: ['taken'] })
  const parked = await owner.call('business.parked', { params: { businessId: other.businessId } })
  expect(parked.body).toMatchObject([{ name: 'customer.signUp', reason: 'rights_withdrawn' }])
  expect((await owner.call('sync.pull')).status).toBe(200)
})

test('parks work under a ticket from before a reset or of a revoked device', async () => {
  const other = await createTestBusiness(running)
  const params = { businessId: other.businessId }
  const first = await new TestBrowser(running.url).signIn(other.staffEmail)
  const lost = await sealedSignUp(first, 'sealed.lost@example.com')
  const second = await new TestBrowser(running.url).signIn(other.staffEmail)
  await second.call('auth.endOtherSessions')
  const stale = await sealedSignUp(second, 'sealed.stale@example.com')
  const owner = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const handIn = async (jwe: string) => {
    const { body } = await owner.call('sync.handSealed', { body: { sealed: [jwe] } })
    expect(body.outcomes).toEqual(['taken'])
  }
  await handIn(lost)
  // Same effect as a reset.
  await running.sql`
    update account set devices_known_since = now() where email = ${other.staffEmail}`
  await handIn(stale)
  const parked = await owner.call('business.parked', { params })
  expect(parked.body.map(({ reason }) => reason)).toEqual(['rights_withdrawn', 'rights_withdrawn'])
  expect((await accountOf(other.staffEmail)).map(({ status }) => status)).toEqual([
    'parked',
    'parked',
  ])
})

test('takes no seal without a session while its author can sign in', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const device = new TestDevice(first)
  const late = device.make('customer.signUp', signUpPayload())
  const key = await hearKey(device)
  const jwe = await sealWork({ key, outboxId: device.outboxId, operations: [late] })
  await first.call('auth.logout')
  const alone = new TestBrowser(running.url)
  for (const sealed of [[jwe], ['not.a.jwe', jwe]]) {
    const refused = await alone.call('sync.handSealed', { body: { sealed } })
    expect([refused.status, refused.body.code]).toEqual([401, 'not_signed_in'])
  }
  const stored =
    await running.sql`select from applied_operation where operation_id = ${late.operationId}`
  expect(stored).toHaveLength(0)
})

test('parks an owner’s and a staff member’s work that a revoked device hands in', async () => {
  for (const whose of ['ownerEmail', 'staffEmail'] as const) {
    const other = await createTestBusiness(running)
    const params = { businessId: other.businessId }
    const email = other[whose]
    const lost = await new TestBrowser(running.url).signIn(email)
    const device = new TestDevice(lost)
    await device.push(device.make('customer.signUp', signUpPayload()))
    const here = await new TestBrowser(running.url).signIn(email)
    expect((await here.call('auth.endOtherSessions')).status).toBe(200)
    expect((await lost.call('sync.pull')).body.code).toBe('device_revoked')
    const member = signUpPayload()
    const late = [device.make('customer.signUp', member)]
    if (whose === 'ownerEmail') {
      const bonus = { memberId: member.memberId, points: 10, reason: 'Sorry' }
      late.push(device.make('points.adjust', bonus))
    }
    for (let time = 0; time < 2; time += 1) {
      expect((await handInAlone(device, ...late)).body).toEqual({ outcomes: ['taken'] })
    }
    const owner = await new TestBrowser(running.url).signIn(other.ownerEmail)
    expect((await owner.call('business.parked', { params })).body).toMatchObject(
      late.map(({ name }) => ({ name, reason: 'rights_withdrawn' })),
    )
    await owner.call('business.decideParked', { params, body: { accept: true } })
    expect(await endsOf(running, late)).toEqual(late.map(() => 'applied'))
  }
})

test('expires a ticket', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const jwe = await sealedSignUp(first, 'sealed.old@example.com')
  running.turnClock(401 * 86_400_000)
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const answer = await owner.call('sync.handSealed', { body: { sealed: [jwe] } })
  expect(answer.body.outcomes).toEqual(['unreadable'])
  running.turnClock(-401 * 86_400_000)
})

test('rejects seals that are another business’s, forged or broken', async () => {
  const foreign = await createTestBusiness(running)
  const stranger = await new TestBrowser(running.url).signIn(foreign.staffEmail)
  const jwe = await sealedSignUp(stranger, 'sealed.two@example.com')
  const key = (await stranger.call('sync.sealKey')).body
  const push = {
    outboxId: newId(),
    deviceNow: new Date().toISOString(),
    operations: [new TestDevice(stranger).make('customer.signUp', signUpPayload())],
  }
  const forged = await seal(key, { ticket: `${key.ticket}x`, push })
  const session = await seal(key, { ticket: stranger.cookie.split('=')[1], push })
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const answer = await owner.call('sync.handSealed', {
    body: { sealed: [jwe, forged, session, 'not.a.jwe'] },
  })
  expect(answer.body.outcomes).toEqual(Array.from({ length: 4 }, () => 'unreadable'))
})

test('refuses only the operations that can’t be stored', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const key = (await first.call('sync.sealKey')).body
  const device = new TestDevice(first)
  let deep: unknown = 'x'
  for (let level = 0; level < 1_000; level += 1) deep = [deep]
  const operations = [
    device.make('customer.signUp', signUpPayload({ firstName: 'A\u0000da' })),
    device.make('customer.signUp', signUpPayload({ firstName: 'A\ud800da' })),
    device.make('customer.signUp', deep as never),
    device.make('customer.signUp', signUpPayload(), { madeAt: '1969-12-31T20:00:00.000Z' }),
    device.make('customer.signUp', signUpPayload(), { seq: -1 }),
    device.make('customer.signUp', signUpPayload()),
  ]
  const push = { outboxId: device.outboxId, deviceNow: new Date().toISOString(), operations }
  const jwe = await seal(key, { ticket: key.ticket, push })
  await first.call('auth.logout')
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const answer = await owner.call('sync.handSealed', { body: { sealed: [jwe] } })
  expect([answer.status, answer.body]).toEqual([200, { outcomes: ['taken'] }])
  const ids = operations.map(({ operationId }) => operationId)
  const rows = await running.sql`select operation_id, status, code from applied_operation
    where operation_id = any(${ids}::uuid[])`
  expect(ids.map((id) => rows.find((row) => row.operation_id === id)?.code ?? 'applied')).toEqual([
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'applied',
    'validation_failed',
    'applied',
  ])
})

test('answers 503 for a fault and takes the same seal afterwards', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const jwe = await sealedSignUp(first, 'sealed.fault@example.com')
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const { doors } = running.server
  const { platform } = doors
  // The database fails for one query, as during its restart.
  doors.platform = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))
  const failed = await owner.call('sync.handSealed', { body: { sealed: [jwe] } })
  doors.platform = platform
  expect(failed.status).toBe(503)
  expect((await owner.call('sync.handSealed', { body: { sealed: [jwe] } })).body).toEqual({
    outcomes: ['taken'],
  })
})

test('accepts a seal as large as a push and refuses a larger body', async () => {
  const first = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const key = (await first.call('sync.sealKey')).body
  const device = new TestDevice(first)
  const note = 'x'.repeat(10_000)
  const operations = Array.from({ length: 100 }, () =>
    device.make('purchase.record', {
      purchaseId: newId(),
      memberId: newId(),
      amount: '1.00',
      note,
    }),
  )
  const push = { outboxId: device.outboxId, deviceNow: new Date().toISOString(), operations }
  const jwe = await seal(key, { ticket: key.ticket, push })
  expect(jwe.length).toBeGreaterThan(1_300_000)
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const answer = await owner.call('sync.handSealed', { body: { sealed: [jwe] } })
  expect([answer.status, answer.body]).toEqual([200, { outcomes: ['taken'] }])
  const larger = await owner.call('sync.handSealed', { body: { sealed: [jwe, jwe] } })
  expect([larger.status, larger.body.code]).toEqual([413, 'body_too_large'])
})
