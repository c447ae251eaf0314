/** Uppercase ids, which some platforms print, identify the same things as lowercase ones. */
import { beforeEach, expect, test } from 'vitest'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { payloadHash } from '#sync-server/engine/operation.ts'
import { idFrom, newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let till: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  till = new TestDevice(owner)
})

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

test('settle work that an earlier release imported in capitals, and what is queued behind it', async () => {
  const browser = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const device = await browser.open()
  await device.sync()
  const absent = signUpPayload()
  const present = signUpPayload()
  const imported = [
    till.make('customer.signUp', present),
    sale(present.memberId),
    sale(absent.memberId),
  ].map(({ name, v, madeAt, ...asked }) => ({ name, v, madeAt, ...capital(asked), replaces: null }))
  const now = Date.now()
  await device.context.door.within((database) =>
    writeOutbox(database, now, async (writer) => {
      for (const { seq: _, ...asked } of imported) await writer.add(asked)
    }),
  )
  await device.context.loader?.refreshOutbox()
  const queued = { purchaseId: newId(), memberId: present.memberId, amount: '3.00', note: null }
  await device.perform('purchase.record', queued)
  expect((await device.sync()).problem).toBe(null)
  expect(device.status.getState()).toMatchObject({ pendingCount: 0, parkedCount: 1 })
  expect(device.records.get('customer', present.memberId)).toMatchObject({ points: 110 })
  // A pull settles the work that waited for its member.
  const phone = new TestDevice(owner)
  expect(await endOf(phone.make('customer.signUp', absent), phone)).toBe('applied')
  expect((await device.sync()).problem).toBe(null)
  expect(device.outbox.rows()).toEqual([])
  device.close()
})

test('add no second row when their file is imported again', async () => {
  const browser = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const device = await browser.open()
  browser.isOffline = true
  await device.perform('customer.signUp', signUpPayload())
  const file = await (await device.exportOutbox()).text()
  const row = device.outbox.rows()[0]
  const operationId = row?.operationId.toUpperCase()
  await device.context.door.within((database) =>
    database.outbox.toCollection().modify((each) => {
      each.operationId = String(operationId)
    }),
  )
  expect(await device.importOutbox(file)).toEqual({ added: 0, known: 1 })
  device.close()
})

test.each(['this', 'an earlier'])(
  'repeat a documented redemption of %s release, however its reward is spelled',
  async (release) => {
    const customerId = newKey()
    const signUp = { ...signUpPayload(), id: customerId }
    await new TestBrowser(running.url).call('customer.signUp', {
      params: { code: shop.code },
      body: signUp,
    })
    const key = newId()
    const redeem = (rewardId: string) =>
      new TestBrowser(running.url).call('reward.redeem', {
        params: { customerId: customerId.toUpperCase(), rewardId },
        headers: { 'Idempotency-Key': key },
      })
    const spelled = shop.rewardId.toUpperCase()
    const first = await redeem(spelled)
    expect(first.status).toBe(200)
    if (release === 'an earlier') {
      const { memberId } = signUp
      const scope = `POST /api/customer/${memberId}/redeem/${spelled}`
      const hashed = { memberId, rewardId: spelled }
      const hash = payloadHash({ name: 'reward.redeem', v: 1, payload: null, hashed })
      await running.sql`update applied_operation
        set operation_id = ${idFrom(shop.businessId, scope, key)}, payload_hash = ${hash}
        where business_id = ${shop.businessId} and name = 'reward.redeem'`
    }
    expect((await redeem(spelled)).body).toEqual(first.body)
    if (release === 'this') {
      expect((await redeem(shop.rewardId)).body).toEqual(first.body)
    }
    const [member] = await running.sql`select points from customer where id = ${signUp.memberId}`
    expect(member?.points).toBe(50)
  },
)
