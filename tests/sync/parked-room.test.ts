/** Limits parked work per outbox and account without losing any. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { handInAlone } from '#tests/support/seal.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeAll(async () => {
  running = await startTestServer()
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
})
afterAll(() => running.close())

/** A sale to a member who never arrives. */
const sell = (device: TestDevice) =>
  device.make('purchase.record', {
    purchaseId: newId(),
    memberId: newId(),
    amount: '1.00',
    note: null,
  })

const sellMany = (device: TestDevice, count: number = limits.pushOperations) =>
  device.push(...Array.from({ length: count }, () => sell(device)))

const countParked = async () => {
  const [row] = await running.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from applied_operation
      where business_id = ${shop.businessId} and status = 'parked'`,
  )
  return row?.count ?? 0
}

/** Inserts this many copies of the outbox's parked row. */
const copyParked = ({ outboxId }: TestDevice, count: number) =>
  running.ask(
    (sql) => sql`insert into applied_operation (business_id, operation_id, outbox_id, name, v,
        payload_hash, status, code, asker, account_id, made_at, received_at, settled_at,
        received_version, version)
      select business_id, gen_random_uuid(), outbox_id, name, v, payload_hash, status, code, asker,
        account_id, made_at, received_at, settled_at, received_version, version
      from (select * from applied_operation where outbox_id = ${outboxId} limit 1) o,
        generate_series(1, ${count})`,
  )

test('makes an outbox over its limit keep the rest until the owner has decided', async () => {
  const device = new TestDevice(staff)
  const first = sell(device)
  await device.push(first)
  await copyParked(device, serverLimits.parkedPerOutbox - 2)
  const last = sell(device)
  expect((await device.push(last)).body.verdicts).toMatchObject([{ status: 'parked' }])
  const more = sell(device)
  const refused = await device.push(more)
  expect([refused.status, refused.body.code]).toEqual([429, 'parked_full'])
  expect(refused.headers.get('retry-after')).toBe('900')
  // Earlier operations get their answers, and other devices continue.
  expect((await device.push(last)).body.verdicts).toMatchObject([{ status: 'parked' }])
  const other = new TestDevice(staff)
  expect((await other.push(sell(other))).status).toBe(200)

  const params = { businessId: shop.businessId }
  const operationIds = [first.operationId]
  await owner.call('business.decideParked', { params, body: { operationIds, accept: false } })
  expect((await device.push(more)).body.verdicts).toMatchObject([{ status: 'parked' }])
})

test('limits parked work per account across several outboxes', async () => {
  const device = new TestDevice(staff)
  await device.push(sell(device))
  await copyParked(device, serverLimits.parkedPerAccount - 1)
  const madeUp = new TestDevice(staff)
  expect((await madeUp.push(sell(madeUp))).body.code).toBe('parked_full')
  const owners = new TestDevice(owner)
  expect((await owners.push(sell(owners))).status).toBe(200)
})

test('lets a removed person park what a counter can hold, but no more', async () => {
  const device = new TestDevice(staff)
  await sellMany(device, 1)
  const staffId = (await staff.call('auth.user')).body.id
  const params = { businessId: shop.businessId, staffId }
  await owner.call('business.removeStaff', { params })
  const pushes = serverLimits.parkedPerWithdrawn / limits.pushOperations
  const handInMany = () =>
    handInAlone(device, ...Array.from({ length: limits.pushOperations }, () => sell(device)))
  for (let count = 0; count < pushes; count += 1) expect((await handInMany()).status).toBe(200)
  expect((await handInMany()).body.code).toBe('parked_full')
  expect(await countParked()).toBe(serverLimits.parkedPerWithdrawn + 1)
})
