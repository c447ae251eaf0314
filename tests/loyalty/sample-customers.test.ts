/**
 * Sample customers: loaded and removed in one call each, without ever touching real ones.
 *
 * @module-tag deep
 */
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()

async function open(changes: Parameters<typeof createTestBusiness>[1] = {}) {
  const shop = await createTestBusiness(running, changes)
  const params = { businessId: shop.businessId }
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const { browser } = device
  return {
    ...shop,
    device,
    load: () => browser.call('business.loadSample', { params }),
    remove: () => browser.call('business.removeSample', { params }),
    customers: async () => (await browser.call('business.customers', { params })).body,
    analytics: async () =>
      (await browser.call('business.analytics', { params, query: { days: '90', timeZone: 'UTC' } }))
        .body,
    liability: async () =>
      (await browser.call('business.pointsFigures', { params })).body.outstanding,
    ledger: () => running.server.doors.tenantSnapshot(shop.businessId, verifyLedger),
    audit: async () =>
      (await browser.call('business.audit', { params, query: { limit: '5' } })).body.map(
        ({ act }) => act,
      ),
  }
}

const rowsLeft = (businessId: string) =>
  running.sql<{ table: string; rows: number }[]>`
    select 'customer' as table, count(*)::int as rows from customer where business_id = ${businessId}
    union all select 'purchase', count(*)::int from purchase where business_id = ${businessId}
    union all select 'points_entry', count(*)::int from points_entry where business_id = ${businessId}
    union all select 'coupon', count(*)::int from coupon where business_id = ${businessId}`

test('marks them by name, earns by the rule, and counts them in no figure', async () => {
  // Older than the purchases of its samples, as a business is that tries the product a while later.
  const shop = await open({ createdAt: new Date(Date.now() - 90 * 86_400_000) })
  expect((await shop.load()).body).toEqual({ customers: serverLimits.sampleCustomers })
  expect((await shop.load()).body).toEqual({ customers: serverLimits.sampleCustomers })
  const customers = await shop.customers()
  expect(customers).toHaveLength(serverLimits.sampleCustomers)
  for (const { lastName, email } of customers) {
    expect(lastName).toMatch(/ \(sample\)$/)
    expect(email).toMatch(/@sample\.invalid$/)
  }
  expect(customers.some(({ points }) => points > limits.welcomePoints)).toBe(true)
  expect(await shop.ledger()).toEqual([])
  const { totals, points } = await shop.analytics()
  expect(totals).toMatchObject({ signUps: 0, purchases: 0, revenue: '0.00' })
  expect(points).toEqual({ issued: 0, spent: 0 })
  expect(await shop.liability()).toBe(0)
  expect(await shop.audit()).toContain('business.loadSample')
})

test('counts in no figure what an owner tries on them and takes back', async () => {
  const shop = await open()
  await shop.load()
  const [one] = await shop.customers()
  if (!one) throw new Error('no sample customers')
  const { device } = shop
  const [memberId, purchaseId, couponId] = [one.id, newId(), newId()]
  const { body } = await device.push(
    device.make('purchase.record', { purchaseId, memberId, amount: '80.00', note: null }),
    device.make('reward.redeem', {
      couponId,
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
    device.make('redemption.undo', { couponId, memberId }),
    device.make('purchase.reverse', { purchaseId, memberId, amount: '30.00' }),
  )
  expect(body.verdicts.map(({ status, code }) => code ?? status)).toEqual([
    'applied',
    'applied',
    'applied',
    'applied',
  ])
  const { totals, points } = await shop.analytics()
  expect(totals).toMatchObject({ signUps: 0, purchases: 0, redemptions: 0, revenue: '0.00' })
  expect(points).toEqual({ issued: 0, spent: 0 })
})

test('removes them with all that was tried on them, and devices learn of each row', async () => {
  const shop = await open()
  await shop.load()
  await shop.device.pull()
  const [one] = await shop.customers()
  if (!one) throw new Error('no sample customers')
  const { device } = shop
  const couponId = newId()
  const { body } = await device.push(
    device.make('purchase.record', {
      purchaseId: newId(),
      memberId: one.id,
      amount: '80.00',
      note: 'Tried',
    }),
    device.make('reward.redeem', {
      couponId,
      memberId: one.id,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])

  expect((await shop.remove()).body).toEqual({ customers: 0 })
  expect((await shop.remove()).body).toEqual({ customers: 0 })
  expect((await rowsLeft(shop.businessId)).map(({ rows }) => rows)).toEqual([0, 0, 0, 0])
  expect(await shop.ledger()).toEqual([])
  expect(await shop.liability()).toBe(0)
  const gone = (await device.pull()).flatMap(({ tombstones }) => tombstones)
  expect(gone).toContainEqual({ table: 'customer', id: one.id })
  expect(gone).toContainEqual({ table: 'coupon', id: couponId })
  expect(gone.filter(({ table }) => table === 'customer')).toHaveLength(
    serverLimits.sampleCustomers,
  )
  expect(await shop.audit()).toContain('business.removeSample')
  // A till's saved work for one of them is refused instead of waiting for them.
  const late = await device.push(
    device.make('purchase.record', {
      purchaseId: newId(),
      memberId: one.id,
      amount: '5.00',
      note: null,
    }),
  )
  expect(late.body.verdicts[0]).toMatchObject({ status: 'refused', code: 'member_erased' })
  // Loading them again works.
  expect((await shop.load()).body).toEqual({ customers: serverLimits.sampleCustomers })
})

test('refuses them beside real customers, and keeps real ones on removal', async () => {
  const shop = await open()
  await shop.load()
  const real = signUpPayload()
  const { device } = shop
  await device.push(
    device.make('customer.signUp', real),
    device.make('purchase.record', {
      purchaseId: newId(),
      memberId: real.memberId,
      amount: '12.00',
      note: null,
    }),
  )
  await shop.remove()
  expect((await shop.customers()).map(({ id }) => id)).toEqual([real.memberId])
  expect(await shop.ledger()).toEqual([])
  const refused = await shop.load()
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'customers_exist' }])
})

test('refuses removal if a sample card has become someone’s own, and changes nothing', async () => {
  const shop = await open()
  await shop.load()
  const [one] = await shop.customers()
  await running.sql`update customer set email = 'real@example.com' where id = ${one?.id ?? ''}`
  const refused = await shop.remove()
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'sample_in_use' }])
  expect(await shop.customers()).toHaveLength(serverLimits.sampleCustomers)
})

test('never reuses the id of a removed one', async () => {
  const shop = await open()
  await shop.load()
  const memberId = String((await shop.customers())[0]?.id)
  await shop.remove()
  const payload = signUpPayload({ memberId })
  const { verdicts } = (await shop.device.push(shop.device.make('customer.signUp', payload))).body
  expect(verdicts).toMatchObject([{ status: 'refused', code: 'id_taken' }])
})

test('forbids deleting real customers, or making samples of them, at the database level', async () => {
  const shop = await open()
  const { memberId, ...person } = signUpPayload()
  await shop.device.push(
    shop.device.make('customer.signUp', { memberId, ...person }),
    shop.device.make('purchase.record', {
      purchaseId: newId(),
      memberId,
      amount: '12.00',
      note: null,
    }),
  )
  const sql = postgres(running.database.servingUrl, { max: 1, fetch_types: false })
  const inside = <Row extends object>(statement: string) =>
    sql.begin(async (inner) => {
      await inner`select enter_business(${shop.businessId}::uuid)`
      return inner.unsafe<Row[]>(statement)
    })
  await inside(`insert into sample_member values ('${shop.businessId}', '${memberId}')`)
  expect(await inside('delete from customer returning 1')).toHaveLength(0)
  await expect(inside('update customer set is_sample = true')).rejects.toThrow(/permission denied/)
  for (const table of ['points_entry', 'purchase', 'coupon', 'consent_record']) {
    await expect(inside(`delete from ${table}`), table).rejects.toThrow(/permission denied/)
  }
  await sql.end()
  expect(await shop.customers()).toHaveLength(1)
  expect(await shop.ledger()).toEqual([])
})
