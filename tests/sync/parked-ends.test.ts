/**
 * A device learns how its parked operations ended, whoever made them: a till with PINs, a device
 * that imported a file, and one with an earlier release.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workAs } from '#pwa/sync/staff-claim.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey, prove } from '#tests/support/till.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser
let phone: TestDevice
let till: TestDevice
let worker: { id: string; key: Uint8Array }

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  phone = new TestDevice(owner)
  till = (await enrollTill(running, shop)).till
  const { person, key } = await personWithKey(staff, till)
  worker = { id: person.id, key }
  till.browser.staff = worker
  await till.pull([])
})
afterEach(() => workAs(null))

const params = () => ({ businessId: shop.businessId })
const decide = async (accept: boolean) => {
  const answer = await owner.call('business.decideParked', { params: params(), body: { accept } })
  expect(answer.body).toEqual({ settled: 1 })
}
const byWorker = (operation: PushedOperation) => prove(operation, worker.id, worker.key)
const sale = (memberId: string, changes: Partial<PushedOperation> = {}) => {
  const payload = { purchaseId: newId(), memberId, amount: '40.00', note: null }
  return byWorker(till.make('purchase.record', payload, changes))
}
async function join(): Promise<string> {
  const payload = signUpPayload()
  await phone.push(phone.make('customer.signUp', payload))
  return payload.memberId
}
async function setStatus(status: 'active' | 'suspended') {
  await running.sql`update business set status = ${status} where id = ${shop.businessId}`
  if (status === 'active') await resumeBusiness(running.server, shop.businessId)
}

interface Course {
  reason: string
  /** @returns the operation that gets parked, and a function that ends it */
  play(): Promise<[PushedOperation, () => Promise<unknown>]>
  status?: 'refused'
}

const courses: Course[] = [
  {
    reason: 'business_paused',
    async play() {
      const asked = sale(await join())
      await setStatus('suspended')
      return [asked, () => setStatus('active')]
    },
  },
  {
    reason: 'member_not_arrived',
    async play() {
      const payload = signUpPayload()
      return [sale(payload.memberId), () => phone.push(phone.make('customer.signUp', payload))]
    },
  },
  {
    reason: 'work_not_arrived',
    async play() {
      const memberId = await join()
      const payload = { purchaseId: newId(), memberId, amount: '5.00', note: null }
      const reversal = { purchaseId: payload.purchaseId, memberId }
      return [
        byWorker(till.make('purchase.reverse', reversal)),
        () => phone.push(phone.make('purchase.record', payload)),
      ]
    },
  },
  {
    reason: 'staff_unproved',
    async play() {
      const { staff: _staff, ...asked } = sale(await join())
      return [asked, () => decide(false)]
    },
    status: 'refused',
  },
  {
    reason: 'rights_withdrawn',
    async play() {
      const asked = sale(await join())
      const removal = { params: { ...params(), staffId: worker.id } }
      expect((await owner.call('business.removeStaff', removal)).status).toBe(200)
      return [asked, () => decide(true)]
    },
  },
  {
    reason: 'outbox_silent',
    async play() {
      const memberId = await join()
      await till.push(sale(memberId))
      await running.sql`update outbox set last_heard_at = now() - interval '400 days'
        where outbox_id = ${till.outboxId}`
      return [sale(memberId), () => decide(true)]
    },
  },
  {
    reason: 'version_newer',
    async play() {
      const asked = sale(await join())
      return [
        byWorker({ ...asked, v: asked.v + 1 }),
        async () => {
          // Simulates a server update: lowers the stored version to one that the server knows.
          await running.sql`update applied_operation set v = ${asked.v}
            where operation_id = ${asked.operationId}`
          await join()
        },
      ]
    },
  },
  {
    reason: 'server_error',
    async play() {
      const memberId = await join()
      const asked = sale(memberId)
      // An entry with the same operation id makes the insert fail.
      const entry = newId()
      await running.sql`insert into points_entry
        (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
        values (${shop.businessId}, ${entry}, ${memberId}, 'adjustment', 0, 'Taken',
          ${asked.operationId}, now(), 0)`
      return [asked, () => decide(false)]
    },
    status: 'refused',
  },
  {
    reason: 'trust_exceeded',
    async play() {
      const trust = { pointsPerRedemption: 60, pointsPerDevice: 60 }
      await owner.call('business.changeOfflineRedemption', { params: params(), body: { trust } })
      const memberId = await join()
      const spend = { memberId, rewardId: shop.rewardId, pointsSeen: 50, handedOver: true }
      const make = () => byWorker(till.make('reward.redeem', { ...spend, couponId: newId() }))
      // The third redemption puts the member in debt.
      await till.push(make(), make(), make())
      return [make(), () => decide(true)]
    },
  },
]

test.each(courses)('answers a till with PINs how work parked as $reason ended', async (course) => {
  const [asked, end] = await course.play()
  const { body } = await till.push(asked)
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: course.reason }])
  const { operationId } = asked
  if (course.reason === 'rights_withdrawn') {
    // Another person unlocks the till.
    await owner.call('auth.setPin', { body: { pin: '314159' } })
    const { person, key } = await personWithKey(owner, till, '314159')
    till.browser.staff = { id: person.id, key }
  }
  const before = (await till.pull([operationId])).flatMap(({ verdicts }) => verdicts)
  expect(before).toEqual([])
  await end()
  const told = (await till.pull([operationId])).flatMap(({ verdicts }) => verdicts)
  expect(told).toMatchObject([{ operationId, status: course.status ?? 'applied' }])
  // A device that lost this answer gets it again, from any cursor.
  expect((await till.pull([operationId])).flatMap(({ verdicts }) => verdicts)).toEqual(told)
  till.cursor = undefined
  expect((await till.pull([operationId])).flatMap(({ verdicts }) => verdicts)).toEqual(told)
})

test('shows a sale once on a till with PINs, whatever the owner decides about it', async () => {
  const browser = new RealBrowser(running, shop)
  browser.session = till.browser
  browser.accountId = (await till.browser.call('auth.user')).body.id
  const device = await browser.open()
  workAs(worker)
  const member = signUpPayload()
  const record = () =>
    device.perform('purchase.record', {
      purchaseId: newId(),
      memberId: member.memberId,
      amount: '40.00',
      note: null,
    })
  const { operationId } = await record()
  await device.sync()
  expect(device.status.getState()).toMatchObject({ parkedCount: 1, problem: null })
  const body = { operationIds: [operationId], accept: false }
  await owner.call('business.decideParked', { params: params(), body })
  await phone.push(phone.make('customer.signUp', member))
  await device.sync()
  expect(device.status.getState()).toMatchObject({ parkedCount: 0, refusedCount: 1 })
  device.close()
})

test('answers a device that pushed the same work from a file, without the coupon’s code', async () => {
  const member = signUpPayload()
  const memberId = member.memberId
  const spending = phone.make('reward.redeem', {
    couponId: newId(),
    memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
  })
  const helper = new TestDevice(staff)
  for (const device of [phone, helper]) {
    const { body } = await device.push({ ...spending, seq: 1 })
    expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
  }
  await till.push(byWorker(till.make('customer.signUp', member)))
  const named = [spending.operationId]
  const [own] = (await phone.pull(named)).flatMap(({ verdicts }) => verdicts)
  const [other] = (await helper.pull(named)).flatMap(({ verdicts }) => verdicts)
  expect(own).toMatchObject({ status: 'applied', result: { couponCode: expect.any(String) } })
  expect(other).toMatchObject({ status: 'applied', result: { memberId } })
  expect(JSON.stringify(other)).not.toContain(String(own?.result?.couponCode))
})

test('names the coupon that a use relied on to a device that pushed it from a file', async () => {
  const member = signUpPayload()
  await phone.push(phone.make('customer.signUp', member))
  const [coupon] =
    await running.sql`select id, code from coupon where member_id = ${member.memberId}`
  await setStatus('suspended')
  const use = phone.make('coupon.use', { code: coupon?.code ?? '' })
  const helper = new TestDevice(staff)
  for (const device of [phone, helper]) await device.push({ ...use, seq: 2 })
  await setStatus('active')
  await resumeBusiness(running.server, shop.businessId)
  const answers = await helper.pull([use.operationId])
  expect(answers.flatMap(({ verdicts }) => verdicts)).toMatchObject([
    { status: 'applied', result: { reliesOn: coupon?.id } },
  ])
})

test('answers an earlier release, which names no operations, by its own account', async () => {
  const member = signUpPayload()
  const device = new TestDevice(staff)
  await device.pull()
  const payload = { purchaseId: newId(), memberId: member.memberId, amount: '1.00', note: null }
  const asked = device.make('purchase.record', payload)
  await device.push(asked)
  await phone.push(phone.make('customer.signUp', member))
  const told = (await device.pull()).flatMap(({ verdicts }) => verdicts)
  expect(told).toMatchObject([{ operationId: asked.operationId, status: 'applied' }])
  expect((await device.pull()).flatMap(({ verdicts }) => verdicts)).toEqual([])
})

test('answers nothing to another business, and rejects too many and malformed ids', async () => {
  const asked = sale(await join())
  await till.push(asked)
  const elsewhere = await createTestBusiness(running)
  const other = new TestDevice(await new TestBrowser(running.url).signIn(elsewhere.ownerEmail))
  expect((await other.pull([asked.operationId]))[0]?.verdicts).toEqual([])
  const many = Array.from({ length: 101 }, () => newId()).join(',')
  for (const parked of [many, '------------------------------------', 'x']) {
    const answer = await till.browser.call('sync.pull', { query: { parked } })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  }
})
