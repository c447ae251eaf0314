/** Limits parked work per outbox and account without losing any. */
import { beforeEach, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { handInAlone, hearKey, sealWork } from '#tests/support/seal.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey, prove } from '#tests/support/till.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
})

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
  const [row] = await running.sql<{ count: number }[]>`select count(*)::int from applied_operation
    where business_id = ${shop.businessId} and status = 'parked'`
  return row?.count ?? 0
}

/** Inserts this many copies of the operation's row. */
const copyStored = ({ operationId }: PushedOperation, count: number) =>
  running.sql`insert into applied_operation (business_id, operation_id, outbox_id, name, v,
      payload_hash, status, code, asker, account_id, made_at, received_at, settled_at,
      received_version, version, unseen)
    select business_id, gen_random_uuid(), outbox_id, name, v, payload_hash, status, code, asker,
      account_id, made_at, received_at, settled_at, received_version, version, unseen
    from applied_operation, generate_series(1, ${count}) where operation_id = ${operationId}`

async function removeStaff(): Promise<void> {
  const staffId = (await staff.call('auth.user')).body.id
  const params = { businessId: shop.businessId, staffId }
  expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
}

test('makes an outbox over its limit keep the rest until the owner has decided', async () => {
  const device = new TestDevice(staff)
  const first = sell(device)
  await device.push(first)
  await copyStored(first, serverLimits.parkedPerOutbox - 2)
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
  const first = sell(device)
  await device.push(first)
  await copyStored(first, serverLimits.parkedPerAccount - 1)
  const madeUp = new TestDevice(staff)
  expect((await madeUp.push(sell(madeUp))).body.code).toBe('parked_full')
  const owners = new TestDevice(owner)
  expect((await owners.push(sell(owners))).status).toBe(200)
})

test('lets a removed person park what a counter can hold, but no more', async () => {
  const device = new TestDevice(staff)
  await sellMany(device, 1)
  await removeStaff()
  const pushes = serverLimits.parkedPerWithdrawn / limits.pushOperations
  const handInMany = () =>
    handInAlone(device, ...Array.from({ length: limits.pushOperations }, () => sell(device)))
  // All at once.
  const answers = await Promise.all(Array.from({ length: pushes + 5 }, handInMany))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('parked_full'))
  expect(await countParked()).toBe(serverLimits.parkedPerWithdrawn + 1)

  const params = { businessId: shop.businessId }
  await owner.call('business.decideParked', { params, body: { accept: false } })
  expect((await handInMany()).status).toBe(200)
})

test.each<[string, (device: TestDevice) => PushedOperation]>([
  ['refused', (device) => device.make('customer.signUp', { firstName: 'Bo' } as never)],
  ['discarded', (device) => ({ ...sell(device), discarded: true })],
])('counts what a removed person hands in and the server stores as %s', async (status, make) => {
  const device = new TestDevice(staff)
  await removeStaff()
  const first = make(device)
  expect((await handInAlone(device, first)).status).toBe(200)
  await copyStored(first, serverLimits.parkedPerWithdrawn - 1)
  expect((await handInAlone(device, make(device))).body.code).toBe('parked_full')
  const stored = await running.sql`select distinct status from applied_operation
    where business_id = ${shop.businessId}`
  expect(stored).toEqual([{ status }])
})

test('counts what a removed till hands in with the proofs of its people', async () => {
  const { till, id: tillId } = await enrollTill(running, shop)
  const { person, key: pinKey } = await personWithKey(staff, till)
  const key = await hearKey(till)
  const params = { businessId: shop.businessId, tillId }
  expect((await owner.call('business.revokeTill', { params })).status).toBe(200)
  const handIn = async (operation: PushedOperation) => {
    const jwe = await sealWork({ key, outboxId: newId(), operations: [operation] })
    const alone = new TestBrowser(running.url)
    return alone.call('sync.handSealed', { body: { sealed: [jwe] } })
  }
  const proved = () => prove(sell(till), person.id, pinKey)
  const first = proved()
  expect((await handIn(first)).status).toBe(200)
  await copyStored(first, serverLimits.parkedPerWithdrawn - 1)
  expect((await handIn(proved())).body.code).toBe('parked_full')
})
