/** Owners see who signed up unusually many customers in an hour, under what needs attention. */
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const usual = limits.staffSignUpsPerHour

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
})

async function signUp(browser: TestBrowser, count: number, ends = 'applied'): Promise<void> {
  const device = new TestDevice(browser)
  for (let left = count; left > 0; left -= 50) {
    const acts = Array.from({ length: Math.min(left, 50) }, () =>
      device.make('customer.signUp', signUpPayload()),
    )
    const { body } = await device.push(...acts)
    expect(body.verdicts.every(({ status }) => status === ends)).toBe(true)
  }
}

async function hoursShown(to = owner, businessId = shop.businessId) {
  const { body } = await to.call('business.attention', { params: { businessId } })
  return body.manySignUps
}

test('shows for a week who signed up more customers in an hour than a counter usually does', async () => {
  // Starts at the beginning of an hour, so that all sign-ups fall into the same hour.
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  await signUp(owner, usual)
  expect(await hoursShown()).toEqual([])
  await signUp(staff, usual + 1)
  const [shown, ...others] = await hoursShown()
  expect(others).toEqual([])
  expect(shown?.count).toBe(usual + 1)
  const { body: people } = await owner.call('business.staff', {
    params: { businessId: shop.businessId },
  })
  expect(people.find(({ id }) => id === shown?.accountId)?.email).toBe(shop.staffEmail)

  const other = await createTestBusiness(running)
  const neighbor = await new TestBrowser(running.url).signIn(other.ownerEmail)
  expect(await hoursShown(neighbor, other.businessId)).toEqual([])
  const refused = await staff.call('business.attention', {
    params: { businessId: shop.businessId },
  })
  expect(refused.status).toBe(403)

  running.turnClock(limits.staffSignUpsShownDays * 24 * hourMs)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  expect(await hoursShown()).toEqual([])
}, 120_000)

test('counts the sign-ups of each hour separately', async () => {
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  await signUp(staff, usual)
  running.turnClock(hourMs)
  await signUp(staff, usual)
  expect(await hoursShown()).toEqual([])
}, 120_000)

test('an hour that an owner has read of shows again after further sign-ups', async () => {
  const shop = await createTestBusiness(running)
  const params = { businessId: shop.businessId }
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  const markRead = async () => {
    const { asOf } = (await owner.call('business.attention', { params })).body
    return owner.call('business.readAttention', { params, body: { operationIds: [], asOf } })
  }
  await signUp(staff, usual - 10)
  expect((await markRead()).status).toBe(200)
  running.turnClock(1000)
  await signUp(staff, 11)
  expect(await hoursShown(owner, shop.businessId)).toMatchObject([{ count: usual + 1 }])
  running.turnClock(1000)
  expect((await markRead()).status).toBe(200)
  expect(await hoursShown(owner, shop.businessId)).toEqual([])
  running.turnClock(1000)
  await signUp(staff, 1)
  expect(await hoursShown(owner, shop.businessId)).toMatchObject([{ count: usual + 2 }])
})

test('a mark ends what its list showed: not what commits later, nor what a clock ahead names', async () => {
  const shop = await createTestBusiness(running)
  const params = { businessId: shop.businessId }
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  const readAsOf = async () => (await owner.call('business.attention', { params })).body.asOf
  const mark = async (asOf: string) => {
    const body = { operationIds: [], asOf }
    expect((await owner.call('business.readAttention', { params, body })).status).toBe(200)
  }
  await signUp(staff, 40)
  const locked = await lockCustomers()
  const late = signUp(staff, usual - 39)
  await expect.poll(waitingForLocks).toBeGreaterThan(0)
  await mark(await readAsOf())
  await locked.release()
  await late
  expect(await hoursShown(owner, shop.businessId)).toMatchObject([{ count: usual + 1 }])

  const before = await readAsOf()
  running.turnClock(1000)
  await mark(new Date(running.server.clock.now().getTime() + hourMs).toISOString())
  await mark(before)
  expect(await hoursShown(owner, shop.businessId)).toEqual([])
  running.turnClock(1000)
  await signUp(staff, 1)
  expect(await hoursShown(owner, shop.businessId)).toMatchObject([{ count: usual + 2 }])
})

test('counts what waited for the end of a pause in the hours in which it arrived', async () => {
  const shop = await createTestBusiness(running)
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  const setStatus = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await setStatus('suspended')
  await signUp(staff, usual, 'parked')
  running.turnClock(hourMs)
  await signUp(staff, usual, 'parked')
  await setStatus('active')
  await resumeBusiness(running.server, shop.businessId)
  expect(await hoursShown(owner, shop.businessId)).toEqual([])
})

test('counts no sign-ups of an existing member', async () => {
  const shop = await createTestBusiness(running)
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  const acts = Array.from({ length: usual + 1 }, () =>
    device.make('customer.signUp', signUpPayload({ email: 'one@example.com' })),
  )
  const { body } = await device.push(...acts)
  expect(body.verdicts.every(({ status }) => status === 'applied')).toBe(true)
  expect(await hoursShown(owner, shop.businessId)).toEqual([])
})

test('a mark of a cut list ends the hours that it showed, and no others', async () => {
  const shop = await createTestBusiness(running)
  const params = { businessId: shop.businessId }
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const now = running.server.clock.now().getTime()
  running.turnClock(hourMs - (now % hourMs))
  await signUp(await new TestBrowser(running.url).signIn(shop.staffEmail), 1)
  const people = limits.attentionRows + 2
  await running.sql`insert into applied_operation
    select (jsonb_populate_record(null::applied_operation, to_jsonb(one) || jsonb_build_object(
      'operation_id', gen_random_uuid(), 'account_id', person.id,
      'settled_at', one.settled_at + person.n * interval '1 ms'))).*
    from (select * from applied_operation
        where business_id = ${shop.businessId} and name = 'customer.signUp') one,
      (select n, gen_random_uuid() as id from generate_series(1, ${people}::int) n) person,
      generate_series(0, ${usual}::int)`
  running.turnClock(1000)
  const { body } = await owner.call('business.attention', { params })
  expect(body).toMatchObject({ more: true, manySignUps: { length: limits.attentionRows } })
  await owner.call('business.readAttention', {
    params,
    body: { operationIds: [], asOf: body.asOf },
  })
  const left = await hoursShown(owner, shop.businessId)
  const listed = new Set(body.manySignUps.map(({ accountId }) => accountId))
  expect(left).toHaveLength(2)
  expect(left.filter(({ accountId }) => listed.has(accountId))).toEqual([])
})

/** Holds back every sign-up's transaction between its moment and its commit. */
async function lockCustomers() {
  const connection = await running.sql.reserve()
  await connection`begin`
  await connection`lock table customer in share mode`
  return {
    async release() {
      await connection`commit`
      connection.release()
    },
  }
}

const waitingForLocks = async () => {
  const [row] = await running.sql`select count(*)::int as waiting from pg_locks
    where not granted and relation = 'customer'::regclass`
  return row?.waiting
}
