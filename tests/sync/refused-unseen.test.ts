/**
 * Refused work that no device shows any more, because it was sealed at a sign-out or its person was
 * removed, is listed for the owner with its amount.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { handOver } from '#pwa/sync/hand-over.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let phone: TestDevice
let staff: RealBrowser
/** The database of the browser that both people use. */
let sealed: BrowserDatabase
let member: ReturnType<typeof signUpPayload>

beforeEach(async () => {
  shop = await createTestBusiness(running)
  await fillCustomers(running, shop.businessId, 24)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  phone = new TestDevice(owner)
  staff = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  sealed = new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  member = signUpPayload({ firstName: 'Wilma', lastName: 'Okafor' })
  await phone.push(phone.make('customer.signUp', member))
})

const params = () => ({ businessId: shop.businessId })
const sale = (amount: string, memberId = member.memberId) => ({
  purchaseId: newId(),
  memberId,
  amount,
  note: null,
})
const switchLoyalty = (loyalty: boolean) =>
  running.sql`update business
    set features = ${running.sql.json({ qrCodes: true, whiteLabel: true, analytics: true, loyalty })}
    where id = ${shop.businessId}`
const readRefused = async (by = owner, of = params()) =>
  (await by.call('business.attention', { params: of })).body.refusedWork

const refusedSale = () => ({
  name: 'purchase.record',
  amount: '30.00',
  member: { id: member.memberId, name: 'Wilma Okafor' },
  code: 'feature_off',
  madeBy: staff.accountId,
})

async function openStaffDevice(headless = false) {
  const device = await staff.open({ browser: sealed, headless })
  if (!headless) await device.sync()
  return device
}

/** The owner signs in to the same browser and syncs. */
async function handIn(): Promise<void> {
  const next = await new RealBrowser(running, shop).signIn(shop.ownerEmail)
  const device = await next.open({ browser: sealed })
  expect((await device.sync()).problem).toBe(null)
  expect(await sealed.sealed.count()).toBe(0)
  expect(device.status.getState().refusedCount).toBe(0)
  device.close()
}

test('lists a sealed sale that was refused, in the activity log with its amount too', async () => {
  const device = await openStaffDevice()
  staff.isOffline = true
  await device.perform('purchase.record', sale('30.00'))
  await endDevice(device.context, { keepUnsent: true })
  staff.isOffline = false
  await staff.session.call('auth.logout')
  await switchLoyalty(false)
  await handIn()
  expect(await readRefused()).toMatchObject([refusedSale()])
  const { body: log } = await owner.call('business.audit', {
    params: params(),
    query: { act: 'purchase.record' },
  })
  expect(log).toMatchObject([
    {
      outcome: 'refused',
      code: 'feature_off',
      amount: '30.00',
      customer: { memberId: member.memberId, name: 'Wilma Okafor' },
    },
  ])
  const other = await createTestBusiness(running)
  const stranger = await new TestBrowser(running.url).signIn(other.ownerEmail)
  expect(await readRefused(stranger, { businessId: other.businessId })).toEqual([])
  expect((await stranger.call('business.attention', { params: params() })).status).toBe(404)

  const { body: attention } = await owner.call('business.attention', { params: params() })
  const body = {
    operationIds: attention.refusedWork.map(({ operationId }) => operationId),
    asOf: attention.asOf,
  }
  await stranger.call('business.readAttention', { params: { businessId: other.businessId }, body })
  expect(await readRefused()).toHaveLength(1)
  await owner.call('business.readAttention', { params: params(), body })
  expect(await readRefused()).toEqual([])
})

test('lists a sale that was refused before it was sealed, because its answer was lost', async () => {
  const device = await openStaffDevice()
  await switchLoyalty(false)
  await device.perform('purchase.record', sale('30.00'))
  const { fetch } = staff
  const lossy = await staff.open({
    browser: sealed,
    fetch: async (input, init) => {
      await fetch(input, init)
      throw new TypeError('the answer was lost')
    },
  })
  expect((await lossy.sync()).problem).toBe('noAnswer')
  lossy.close()
  expect(await readRefused()).toEqual([])
  await endDevice(device.context, { keepUnsent: true })
  await staff.session.call('auth.logout')
  await handIn()
  expect(await readRefused()).toMatchObject([refusedSale()])
})

test('lists what a removed person’s device showed as refused, and clears the device', async () => {
  const device = await openStaffDevice()
  await switchLoyalty(false)
  await device.perform('purchase.record', sale('30.00'))
  await device.sync()
  expect(device.status.getState().refusedCount).toBe(1)
  // Their device shows it to them.
  expect(await readRefused()).toEqual([])
  device.close()
  const removal = { params: { ...params(), staffId: staff.accountId } }
  expect((await owner.call('business.removeStaff', removal)).status).toBe(200)
  expect(await handOver(await openStaffDevice(true))).toBe(true)
  expect(await readRefused()).toMatchObject([refusedSale()])
  expect((await owner.call('business.parked', { params: params() })).body).toEqual([])
})

test('lists what was held and refused later, but not what the owner declined', async () => {
  const absent = signUpPayload()
  const declined = sale('8.00', newId())
  const device = await openStaffDevice()
  await device.perform('purchase.record', sale('30.00', absent.memberId))
  const row = await device.perform('purchase.record', declined)
  await device.sync()
  expect(device.status.getState().parkedCount).toBe(2)
  await endDevice(device.context, {})
  const body = { operationIds: [row.operationId], accept: false }
  await owner.call('business.decideParked', { params: params(), body })
  await phone.push(phone.make('customer.signUp', absent, { discarded: true }))
  expect(await readRefused()).toMatchObject([
    { ...refusedSale(), member: null, code: 'depends_on_refused' },
  ])
})
