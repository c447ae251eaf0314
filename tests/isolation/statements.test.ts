/**
 * Every statement inside a tenant's door also says `business_id = …`: row-level security is the
 * wall, the condition is the route (docs/scale.md 3).
 */
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as tables from '#schema/database/tables.ts'
import { closeAllActivity, foldAllScans } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const heard = new Set<string>()
let running: TestServer
let shop: TestBusiness

beforeAll(async () => {
  running = await startTestServer({}, null, { onTenantStatement: (text) => heard.add(text) })
  shop = await createTestBusiness(running)
})
afterAll(() => running.close())

/** Tables of a business by their name in SQL, but the business itself, which goes by its id. */
const owned = Object.values(tables)
  .filter((table) => 'businessId' in table)
  .map((table) => getTableName(table))

function names(statement: string): string[] {
  return owned.filter((name) =>
    new RegExp(`(from|join|into|update) "?${name}"?[\\s(]`).test(statement),
  )
}

test('all that the server does for a business names the business', async () => {
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const payload = signUpPayload()
  const purchaseId = newId()
  const memberId = payload.memberId
  const couponId = newId()
  const answer = await staff.push(
    staff.make('customer.signUp', payload),
    staff.make('purchase.record', { purchaseId, memberId, amount: '80.00', note: null }),
    staff.make('purchase.reverse', { purchaseId, memberId }),
    staff.make('reward.redeem', {
      couponId,
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
    staff.make('redemption.undo', { couponId, memberId }),
    staff.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }),
    staff.make('purchase.record', { purchaseId: newId(), memberId: newId(), amount: '8.00' }),
  )
  expect(answer.status).toBe(200)
  await staff.pull()
  await staff.push(staff.make('customer.signUp', signUpPayload({ email: payload.email })))
  await staff.pull()
  const joined = await owner.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...signUpPayload(), phone: '' },
    headers: { 'Idempotency-Key': newId() },
  })
  await owner.call('signUp.lookUp', { params: { code: shop.code } })
  await owner.call('customer.page', { params: { customerId: joined.body.customer.id } })
  const params = { businessId: shop.businessId }
  const query = { q: 'bo', limit: '1' }
  await owner.call('business.get', { params })
  await owner.call('business.customers', { params, query })
  await owner.call('business.qrCodes', { params, query })
  await owner.call('business.rewards', { params, query })
  await owner.call('business.createQrCode', { params, body: { name: 'Door' } })
  await owner.call('business.analytics', { params })
  await owner.call('business.parked', { params })
  await owner.call('business.decideParked', { params, body: { accept: true } })
  await owner.call('business.audit', { params })
  await foldAllScans(running.server)
  running.turnClock(2 * 3_600_000)
  await closeAllActivity(running.server)

  const tenants = [...heard].filter((statement) => names(statement).length > 0)
  expect(new Set(tenants.flatMap(names)).size).toBeGreaterThan(12)
  expect(tenants.filter((statement) => !statement.includes('business_id'))).toEqual([])
  const reads = tenants.filter((statement) => /^\s*(select|update|delete)/.test(statement))
  expect(reads.filter((statement) => !/"?business_id"? = /.test(statement))).toEqual([])
})
