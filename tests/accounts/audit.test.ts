/** The audit log: who did what to what, visible to those concerned, and append-only. */

import postgres from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { tidyAccounts } from '#sync-server/accounts/tidy.ts'
import { newId } from '#sync-server/rule/id.ts'
import { type Answered, TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { deep } from '#tests/support/level.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
const browser = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  owner = await browser().signIn(shop.ownerEmail)
})

async function log(query: Record<string, string> = {}): Promise<AuditRecord[]> {
  const params = { businessId: shop.businessId }
  return (await owner.call('business.audit', { params, query })).body
}

test('shows owners the sign-ins, refusals and changes of their business', async () => {
  const staff = await browser().signIn(shop.staffEmail)
  const { id } = (await staff.call('auth.user')).body
  await browser().call('auth.login', {
    body: { email: shop.staffEmail, password: 'Wrong-Guess-1' },
  })
  await staff.call('auth.marketingPreferences', { body: { marketingEmailConsent: true } })
  await owner.call('business.changeStaffRole', {
    params: { businessId: shop.businessId, staffId: id },
    body: { role: 'business_admin' },
  })
  const records = await log()
  expect(records.map(({ act, outcome, code }) => [act, outcome, code])).toEqual([
    ['business.changeStaffRole', 'done', null],
    ['marketing.agree', 'done', null],
    ['auth.login', 'refused', 'login_failed'],
    ['auth.login', 'done', null],
    ['auth.login', 'done', null],
  ])
  const [changed, agreed, failed] = records
  expect(changed).toMatchObject({ actorKind: 'business_admin', subject: id, network: '127.0.0.1' })
  expect(agreed).toMatchObject({ actorId: id, actorName: 'Test staff' })
  expect(failed).toMatchObject({ actorKind: 'visitor', actorId: null, subject: id })
})

test('records a signed-in person’s refusals in their own business’s log', async () => {
  const other = await createTestBusiness(running)
  const staff = await browser().signIn(shop.staffEmail)
  await staff.call('business.audit', { params: { businessId: shop.businessId } })
  await staff.call('business.get', { params: { businessId: other.businessId } })
  expect((await log({ outcome: 'refused' })).map(({ act, code }) => [act, code])).toEqual([
    ['business.get', 'not_found'],
    ['business.audit', 'not_allowed'],
  ])
})

test('records a refusal with its actual code', async () => {
  const admin = await signInSuperAdmin(running)
  running.turnClock(16 * 60_000)
  const params = { businessId: shop.businessId }
  await admin.call('admin.updateBusiness', { params, body: { suspended: true } })
  owner = await browser().signIn(shop.ownerEmail)
  const { id: staffId } = (await (await browser().signIn(shop.staffEmail)).call('auth.user')).body
  await owner.call('business.inviteStaff', { params, body: { email: shop.staffEmail } })
  const missing = newId()
  await owner.call('business.qrCode', { params: { ...params, qrCodeId: missing } })
  for (let n = 0; n < 6; n += 1) {
    await owner.call('auth.elevate', { body: { password: 'Wrong-Guess-1' } })
  }
  await running.sql`update business set status = 'suspended' where id = ${shop.businessId}`
  await owner.call('business.createQrCode', { params, body: { name: 'Door', locationName: '' } })
  await owner.call('auth.updateProfile', { body: { firstName: '' } })
  await fetch(`${running.url}/api/business/${shop.businessId}/staff/${staffId}`, {
    method: 'DELETE',
    headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'cross-site' },
  })
  const refused = await log({ outcome: 'refused' })
  expect(refused.map(({ act, code, subject }) => [act, code, subject]).reverse()).toEqual([
    ['admin.updateBusiness', 'password_needed', null],
    ['business.inviteStaff', 'email_taken', null],
    ['business.qrCode', 'not_found', missing],
    ['auth.elevate', 'password_wrong', null],
    ['auth.elevate', 'too_many', null],
    ['business.createQrCode', 'read_only', null],
  ])
  expect((await log({ act: 'admin.updateBusiness', outcome: 'done' })).length).toBe(0)
  const all = (await admin.call('admin.audit', { query: { outcome: 'refused' } })).body
  expect(all[0]).toMatchObject({
    businessId: null,
    act: 'business.removeStaff',
    code: 'cross_site',
    actorKind: 'visitor',
    network: '127.0.0.1',
  })
})

test('records a repeated refusal only once every few minutes', async () => {
  const staff = await browser().signIn(shop.staffEmail)
  const params = { businessId: shop.businessId }
  const ask = () => staff.call('business.audit', { params })
  for (let n = 0; n < 20; n += 1) await ask()
  expect(await log({ outcome: 'refused' })).toHaveLength(1)
  running.turnClock(11 * 60_000)
  await ask()
  expect(await log({ outcome: 'refused' })).toHaveLength(2)
})

test('records a new QR code with its creator', async () => {
  const params = { businessId: shop.businessId }
  const made = await owner.call('business.createQrCode', {
    params,
    body: { name: 'Door', locationName: '' },
  })
  expect((await log({ act: 'business.createQrCode' }))[0]).toMatchObject({
    actorName: 'Test business_admin',
    subject: made.body.id,
    outcome: 'done',
  })
})

test('names the reward of each redemption', async () => {
  const device = new TestDevice(await browser().signIn(shop.staffEmail))
  const person = signUpPayload({ firstName: 'Grace', lastName: 'Murray' })
  const { memberId } = person
  const { rewardId } = shop
  const redeem = { couponId: newId(), memberId, rewardId, pointsSeen: 50 }
  await device.push(device.make('customer.signUp', person), device.make('reward.redeem', redeem))
  const [line] = await log({ act: 'reward.redeem' })
  expect(line).toMatchObject({ subject: redeem.couponId, reward: 'Coffee', points: 50 })
  const [signUp] = await log({ act: 'customer.signUp' })
  expect(signUp).not.toHaveProperty('reward')
})

test('lists applied operations with their actor, customer, amount and time', async () => {
  const device = new TestDevice(await browser().signIn(shop.staffEmail))
  const person = signUpPayload({ firstName: 'Ada', lastName: 'Byron' })
  const { memberId } = person
  const purchaseId = newId()
  await device.push(
    device.make('customer.signUp', person),
    device.make('purchase.record', { purchaseId, memberId, amount: '12.50', note: null }),
  )
  running.turnClock(1000)
  await device.push(device.make('purchase.reverse', { purchaseId, memberId }))
  const sales = await log({ act: 'purchase.' })
  const customer = { memberId, name: 'Ada Byron' }
  const by = { actorKind: 'staff', actorName: 'Test staff', outcome: 'done', customer }
  expect(sales).toMatchObject([
    { ...by, act: 'purchase.reverse', amount: '-12.50', points: -12 },
    { ...by, act: 'purchase.record', amount: '12.50', points: 12, subject: purchaseId },
  ])
  const [later, earlier] = sales.map(({ happenedAt }) => Date.parse(happenedAt))
  expect((later ?? 0) - (earlier ?? 0)).toBeGreaterThanOrEqual(1000)
  expect(await log({ act: 'purchase.', outcome: 'refused' })).toEqual([])

  // Paged together with the records that rules write, each exactly once.
  const whole = (await log()).map(({ id }) => id)
  const seen: string[] = []
  const params = { businessId: shop.businessId }
  let query: Record<string, string> | null = { limit: '2' }
  while (query) {
    const answer: Answered<AuditRecord[]> = await owner.call('business.audit', { params, query })
    seen.push(...answer.body.map(({ id }) => id))
    const [, next]: string[] = /<([^>]+)>/.exec(answer.headers.get('link') ?? '') ?? []
    query = next ? Object.fromEntries(new URL(next, running.url).searchParams) : null
  }
  expect(seen).toEqual(whole)
  expect(whole.length).toBeGreaterThan(sales.length)

  const admin = await signInSuperAdmin(running)
  const one = await admin.call('admin.audit', { query: { ...params, act: 'purchase.' } })
  expect(one.body).toHaveLength(2)
  const all = await admin.call('admin.audit', { query: { act: 'purchase.' } })
  expect(all.body).toEqual([])
})

test('filters by act and outcome and pages through the results', async () => {
  for (let n = 0; n < 6; n += 1) {
    await owner.call('auth.marketingPreferences', { body: { marketingEmailConsent: n % 2 === 0 } })
  }
  const all = await log({ act: 'marketing.' })
  expect(all).toHaveLength(6)
  expect(await log({ act: 'marketing.agree' })).toHaveLength(3)
  expect(await log({ act: 'auth.,marketing.decline' })).toHaveLength(4)
  const staff = await browser().signIn(shop.staffEmail)
  const { id: actor } = (await staff.call('auth.user')).body
  expect((await log({ actor })).map(({ act }) => act)).toEqual(['auth.login'])
  const [last] = await log()
  const at = last?.happenedAt ?? ''
  expect((await log({ since: at })).map(({ id }) => id)).toEqual([last?.id])
  expect(await log({ before: at })).toHaveLength(all.length + 1)
  expect(await log({ outcome: 'refused' })).toHaveLength(0)
  const params = { businessId: shop.businessId }
  const paged: AuditRecord[] = []
  let query: Record<string, string> | null = { limit: '4', act: 'marketing.' }
  while (query) {
    const answer: Answered<AuditRecord[]> = await owner.call('business.audit', { params, query })
    paged.push(...answer.body)
    const [, next]: string[] = /<([^>]+)>/.exec(answer.headers.get('link') ?? '') ?? []
    query = next ? Object.fromEntries(new URL(next, running.url).searchParams) : null
  }
  expect(paged).toEqual(all)
  const wrong = await owner.call('business.audit', { params, query: { act: "x' or 1=1" } })
  expect(wrong.status).toBe(400)
})

describe('super admins', () => {
  test('find rare records without reading the whole log', deep, async () => {
    await running.sql`insert into audit_record
      (business_id, id, happened_at, actor_kind, act, outcome)
      select ${shop.businessId}, gen_random_uuid(), now() - n * interval '1 minute', 'staff',
        case n % 1000 when 0 then 'rare.act' else 'common.act' end,
        case n % 5000 when 0 then 'parked' else 'done' end
      from generate_series(1, 50000) n`
    await running.sql`analyze audit_record`
    const admin = await signInSuperAdmin(running)
    const scansOf = async (index: string) => {
      const [row] = await running.sql`select idx_scan::int as scans from pg_stat_user_indexes
        where indexrelname = ${index}`
      return row?.scans ?? 0
    }
    const earlier = await scansOf('audit_record_not_done')
    const parked = await admin.call('admin.audit', { query: { outcome: 'parked' } })
    expect(parked.body).toHaveLength(10)
    const rare = await admin.call('admin.audit', { query: { act: 'rare.', limit: '100' } })
    expect(rare.body).toHaveLength(50)
    // PostgreSQL counts a scan only after its connection has been idle for a while.
    const patience = { timeout: 30_000 }
    await expect.poll(() => scansOf('audit_record_not_done'), patience).toBeGreaterThan(earlier)
    await expect.poll(() => scansOf('audit_record_by_act'), patience).toBeGreaterThan(0)
  })

  test('read all logs, one business’s, or records that belong to no business', async () => {
    const admin = await signInSuperAdmin(running)
    await browser().call('auth.login', {
      body: { email: 'nobody@example.com', password: 'Wrong-Guess-1' },
    })
    const all = (await admin.call('admin.audit')).body
    expect(all.some(({ businessId }) => businessId === shop.businessId)).toBe(true)
    expect(all.find(({ businessId }) => businessId === null)).toMatchObject({
      act: 'auth.login',
      outcome: 'refused',
    })
    const times = all.map(({ happenedAt }) => happenedAt)
    expect(times).toEqual([...times].sort().reverse())
    const one = await admin.call('admin.audit', { query: { businessId: shop.businessId } })
    expect(new Set(one.body.map(({ businessId }) => businessId))).toEqual(
      new Set([shop.businessId]),
    )
    const [{ name } = { name: '' }] =
      await running.sql`select name from business where id = ${shop.businessId}`
    expect(new Set(one.body.map(({ businessName }) => businessName))).toEqual(new Set([name]))
  })

  test('leave a record in a business’s log for each view', async () => {
    const admin = await signInSuperAdmin(running)
    const params = { businessId: shop.businessId }
    const views = [
      'business.get',
      'business.customers',
      'business.customerConsents',
      'business.qrCodes',
      'business.rewards',
    ] as const
    for (const call of views) expect((await admin.call(call, { params })).status).toBe(200)
    await admin.call('admin.audit', { query: { businessId: shop.businessId } })
    const seen = (await log()).filter(({ actorKind }) => actorKind === 'super_admin')
    expect(seen.map(({ act }) => act).reverse()).toEqual([...views, 'admin.audit'])
    expect(seen[0]).toMatchObject({ actorName: 'Super Admin', outcome: 'done' })
    const nowhere = await admin.call('business.get', { params: { businessId: newId() } })
    expect(nowhere.status).toBe(404)
  })

  test('leave a record of a changed feature, and none if the value stays the same', async () => {
    const admin = await signInSuperAdmin(running)
    const params = { businessId: shop.businessId }
    for (const analytics of [false, false, true]) {
      await admin.call('admin.updateBusiness', { params, body: { features: { analytics } } })
    }
    expect(await log({ act: 'business.changeFeatures' })).toHaveLength(2)
  })

  test('leave one record in every log they read, however many pages', async () => {
    const admin = await signInSuperAdmin(running)
    for (let n = 0; n < 3; n += 1) await admin.call('admin.audit')
    expect(await log({ act: 'admin.audit' })).toHaveLength(1)
  })

  test('change a business’s status visibly to its owner', async () => {
    const admin = await signInSuperAdmin(running)
    const params = { businessId: shop.businessId }
    await admin.call('admin.updateBusiness', { params, body: { suspended: true } })
    await admin.call('admin.updateBusiness', { params, body: { suspended: false, plan: 'basic' } })
    const acts = (await log()).map(({ act }) => act)
    for (const act of ['business.suspend', 'business.reactivate', 'business.changePlan']) {
      expect(acts).toContain(act)
    }
  })
})

test('refuses other businesses, staff and strangers', async () => {
  const other = await createTestBusiness(running)
  const params = { businessId: shop.businessId }
  const foreigner = await browser().signIn(other.ownerEmail)
  const staff = await browser().signIn(shop.staffEmail)
  expect((await foreigner.call('business.audit', { params })).status).toBe(404)
  expect((await staff.call('business.audit', { params })).status).toBe(403)
  expect((await browser().call('business.audit', { params })).status).toBe(401)
})

describe('the log is append-only', () => {
  async function attempt(login: 'servingUrl' | 'platformUrl', statement: string) {
    const sql = postgres(running.database[login], { max: 1, onnotice: () => {} })
    try {
      return await sql.begin(async (tx) => {
        await tx`select enter_business(${shop.businessId}::uuid)`
        return (await tx.unsafe(statement)).count
      })
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await sql.end()
    }
  }

  test('for both logins', async () => {
    for (const login of ['servingUrl', 'platformUrl'] as const) {
      for (const statement of [
        'delete from audit_record',
        'delete from platform_audit_record',
        "update audit_record set act = 'nothing'",
        "update platform_audit_record set outcome = 'done'",
        'truncate audit_record',
        'truncate platform_audit_record',
      ]) {
        expect(await attempt(login, statement), `${login}: ${statement}`).toBe('42501')
      }
    }
    const tooEarly = await attempt('platformUrl', 'update audit_record set network = null')
    expect(tooEarly).toBe(0)
    const invented = "update audit_record set network = '192.0.2.1'"
    expect(await attempt('platformUrl', invented)).toBe(0)
  })

  test('but forgets network addresses after 90 days', async () => {
    await running.sql`update audit_record set happened_at = now() - interval '91 days'
      where business_id = ${shop.businessId}`
    await browser().signIn(shop.staffEmail)
    await tidyAccounts(running.server)
    expect((await log()).map(({ network }) => network)).toEqual(['127.0.0.1', null])
  })
})

test('records a HEAD request as a view', async () => {
  const admin = await signInSuperAdmin(running)
  const head = await admin.send('HEAD', `/api/business/${shop.businessId}/customers`)
  expect(head.status).toBe(200)
  expect((await log()).filter(({ act }) => act === 'business.customers')).toHaveLength(1)
})
