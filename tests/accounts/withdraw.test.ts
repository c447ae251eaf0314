/** Ending access: deactivation, removal, role changes, erasure. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallName, callEntry } from '#schema/contract/api.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMails } from '#tests/support/mail.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { endsOf, handInAlone } from '#tests/support/seal.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser
const browser = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  owner = await browser().signIn(shop.ownerEmail)
  staff = await browser().signIn(shop.staffEmail)
})

const nobody = (endedBecause: string | null) => ({ user: null, endedBecause })

/** Calls that a signed-in person of the business could make. */
const ownCalls: CallName[] = [
  'auth.user',
  'auth.profile',
  'auth.sessions',
  'auth.export',
  'business.get',
  'business.customers',
  'business.staff',
]

async function expectNothingSucceeds(who: TestBrowser): Promise<void> {
  for (const name of ownCalls) {
    const answer = await who.call(name, { params: { businessId: shop.businessId } })
    expect([name, answer.status], callEntry(name).path).toEqual([name, 401])
  }
  expect((await who.call('sync.pull')).status).toBeGreaterThanOrEqual(401)
}

/** Hands it in without a session, for the owner to decide on. */
async function expectParked(till: TestDevice, late: PushedOperation): Promise<void> {
  expect((await till.push(late)).body.code).toBe('device_revoked')
  expect((await handInAlone(till, late)).body).toEqual({ outcomes: ['taken'] })
  expect(await endsOf(running, [late])).toEqual(['rights_withdrawn'])
}

async function staffId(): Promise<string> {
  return (await staff.call('auth.user')).body.id
}

test('accepts saved work of a removed person long after the session ended', async () => {
  const till = new TestDevice(staff)
  await till.push(till.make('customer.signUp', signUpPayload()))
  const id = await staffId()
  const params = { businessId: shop.businessId, staffId: id }
  running.turnClock(31 * 86_400_000)
  const back = await browser().signIn(shop.ownerEmail)
  const late = till.make('customer.signUp', signUpPayload())
  // Expired but not withdrawn: the person has to sign in again.
  expect((await till.push(late)).status).toBe(401)
  expect((await back.call('business.removeStaff', { params })).status).toBe(200)
  await expectParked(till, late)
  await expectNothingSucceeds(staff)
  running.turnClock(400 * 86_400_000)
  expect((await till.push(late)).status).toBe(401)
  running.turnClock(-431 * 86_400_000)
})

test('accepts saved work although a colleague pushed under the same outbox', async () => {
  const till = new TestDevice(staff)
  await till.push(till.make('customer.signUp', signUpPayload()))
  const colleague = new TestDevice(owner)
  colleague.outboxId = till.outboxId
  const taking = { ...colleague.make('customer.signUp', signUpPayload()), seq: 2 }
  expect((await colleague.push(taking)).status).toBe(200)
  const params = { businessId: shop.businessId, staffId: await staffId() }
  expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
  const late = { ...till.make('customer.signUp', signUpPayload()), seq: 3 }
  await expectParked(till, late)
})

describe('a session that a new password ended', () => {
  test('hands its device’s work in once its person is removed', async () => {
    const till = new TestDevice(staff)
    await till.push(till.make('customer.signUp', signUpPayload()))
    const params = { businessId: shop.businessId, staffId: await staffId() }
    const other = await browser().signIn(shop.staffEmail)
    const body = { currentPassword: testPassword, newPassword: 'Lantern-Quay-58' }
    expect((await other.call('auth.changePassword', { body })).status).toBe(200)
    const late = till.make('customer.signUp', signUpPayload())
    // They can still sign in again.
    expect((await till.push(late)).status).toBe(401)
    expect((await staff.call('auth.user')).body.code).toBe('not_signed_in')

    expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
    expect((await staff.call('auth.user')).body.code).toBe('device_revoked')
    expect((await staff.call('auth.session')).body).toEqual(nobody('account_closed'))
    await expectParked(till, late)
    await expectNothingSucceeds(staff)
  })

  test('wipes its device once that is signed out remotely', async () => {
    const id = await staffId()
    const params = { businessId: shop.businessId, staffId: id }
    await owner.call('business.changeStaffRole', { params, body: { role: 'business_admin' } })
    expect((await staff.call('auth.user')).body.code).toBe('not_signed_in')
    expect((await staff.call('auth.session')).body).toEqual(nobody(null))
    expect((await owner.call('business.signOutStaff', { params })).status).toBe(200)
    expect((await staff.call('auth.user')).body.code).toBe('device_revoked')
    expect((await staff.call('auth.session')).body).toEqual(nobody('device_revoked'))
  })
})

describe('deactivation', () => {
  test('lets devices hand in sealed work and do nothing else', async () => {
    const till = new TestDevice(staff)
    await till.push(till.make('customer.signUp', signUpPayload()))
    const other = await browser().signIn(shop.staffEmail)
    expect((await staff.call('auth.deactivate')).status).toBe(200)

    for (const device of [staff, other]) await expectNothingSucceeds(device)
    // Unlike an ended session: there is work to push, and no account to sign in to.
    expect((await other.call('auth.user')).body.code).toBe('device_revoked')
    await expectParked(till, till.make('customer.signUp', signUpPayload()))
    const again = await browser().call('auth.login', {
      body: { email: shop.staffEmail, password: testPassword },
    })
    expect(again.status).toBe(401)
  })

  test('does not let a signed-out device push', async () => {
    const copy = browser()
    copy.cookie = staff.cookie
    const till = new TestDevice(copy)
    await till.push(till.make('customer.signUp', signUpPayload()))
    await staff.call('auth.deactivate')
    await staff.call('auth.logout')
    expect((await till.push(till.make('customer.signUp', signUpPayload()))).status).toBe(401)
  })

  test('sends no more codes', async () => {
    await staff.call('auth.deactivate')
    const before = await readMails(running, shop.staffEmail)
    await browser().call('auth.forgotPassword', { body: { email: shop.staffEmail } })
    expect(await readMails(running, shop.staffEmail)).toHaveLength(before.length)
  })

  test('parks what an owner’s devices still send', async () => {
    const device = new TestDevice(owner)
    await device.push(device.make('customer.signUp', signUpPayload()))
    await owner.call('auth.deactivate')
    await expectParked(device, device.make('customer.signUp', signUpPayload()))
  })

  test('is refused for the only super admin', async () => {
    const admin = await signInSuperAdmin(running)
    const refused = await admin.call('auth.deactivate')
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You’re the only super admin, so you can’t close this account.',
    ])
    await signInSuperAdmin(running)
    expect((await admin.call('auth.deactivate')).status).toBe(200)
  })
})

describe('the owner', () => {
  const params = (staffId: string) => ({ businessId: shop.businessId, staffId })

  test('removes someone while they work', async () => {
    const till = new TestDevice(staff)
    await till.push(till.make('customer.signUp', signUpPayload()))
    const removed = await owner.call('business.removeStaff', { params: params(await staffId()) })
    expect(removed.status).toBe(200)
    await expectNothingSucceeds(staff)
    await expectParked(till, till.make('customer.signUp', signUpPayload()))
    const { body } = await owner.call('business.staff', { params: params('') })
    expect(body.map(({ email }) => email)).toEqual([shop.ownerEmail])
  })

  test('changes a role and ends sessions with the old one', async () => {
    const id = await staffId()
    const changed = await owner.call('business.changeStaffRole', {
      params: params(id),
      body: { role: 'business_admin' },
    })
    expect(changed.body).toMatchObject({ id, role: 'business_admin' })
    expect((await staff.call('auth.user')).status).toBe(401)
    await staff.signIn(shop.staffEmail)
    expect((await staff.call('business.staff', { params: params('') })).status).toBe(200)

    await owner.call('business.changeStaffRole', { params: params(id), body: { role: 'staff' } })
    expect((await staff.call('business.staff', { params: params('') })).status).toBe(401)
    await staff.signIn(shop.staffEmail)
    expect((await staff.call('business.staff', { params: params('') })).status).toBe(403)
  })

  test('can’t remove or demote themselves, so one owner remains', async () => {
    const { id } = (await owner.call('auth.user')).body
    expect((await owner.call('business.removeStaff', { params: params(id) })).status).toBe(403)
    const demoted = await owner.call('business.changeStaffRole', {
      params: params(id),
      body: { role: 'staff' },
    })
    expect(demoted.status).toBe(403)
  })

  test('keeps one of two owners who remove each other at once', async () => {
    const other = await staffId()
    await owner.call('business.changeStaffRole', {
      params: params(other),
      body: { role: 'business_admin' },
    })
    await staff.signIn(shop.staffEmail)
    const { id } = (await owner.call('auth.user')).body
    const answers = await Promise.all([
      owner.call('business.removeStaff', { params: params(other) }),
      staff.call('business.removeStaff', { params: params(id) }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('changes the team only with a fresh password', async () => {
    running.turnClock(16 * 60_000)
    const removed = await owner.call('business.removeStaff', { params: params(await staffId()) })
    expect([removed.status, removed.body.code]).toEqual([403, 'password_needed'])
    expect((await staff.call('auth.user')).status).toBe(200)
  })
})

describe('sessions expire', () => {
  test('for owners and staff after 30 days', async () => {
    running.turnClock(30 * 86_400_000 - 60_000)
    expect((await staff.call('auth.user')).status).toBe(200)
    running.turnClock(61_000)
    await expectNothingSucceeds(staff)
    const till = new TestDevice(staff)
    expect((await till.push(till.make('customer.signUp', signUpPayload()))).status).toBe(401)
  })

  test('for super admins after 30 idle minutes or 12 hours', async () => {
    const idle = await signInSuperAdmin(running)
    running.turnClock(29 * 60_000)
    expect((await idle.call('auth.user')).status).toBe(200)
    running.turnClock(31 * 60_000)
    expect((await idle.call('auth.user')).status).toBe(401)

    const busy = await signInSuperAdmin(running)
    for (let quarters = 0; quarters < 47; quarters += 1) {
      running.turnClock(15 * 60_000)
      expect((await busy.call('admin.stats')).status).toBe(200)
    }
    running.turnClock(16 * 60_000)
    expect((await busy.call('admin.stats')).status).toBe(401)
  })
})

describe('erasure', () => {
  async function ledgerSums() {
    return running.sql`select member_id, sum(points)::int as sum from points_entry
      where business_id = ${shop.businessId} group by member_id order by member_id`
  }

  test('removes all personal data of an account and leaves every ledger unchanged', async () => {
    const till = new TestDevice(staff)
    const person = signUpPayload()
    await till.push(till.make('customer.signUp', person))
    await staff.call('auth.updateProfile', { body: { firstName: 'Zebedee', phone: '+15550123' } })
    const before = await ledgerSums()
    const id = await staffId()
    expect((await staff.call('auth.eraseAccount')).status).toBe(200)

    expect(await ledgerSums()).toEqual(before)
    const dump = await dumpOf(running)
    expect(dump).not.toContain(shop.staffEmail)
    expect(dump).not.toContain('Zebedee')
    expect(dump).not.toContain('+15550123')
    expect(dump).toContain(id)
    await expectNothingSucceeds(staff)
    const log = await owner.call('business.audit', { params: { businessId: shop.businessId } })
    expect(log.body.find(({ actorId }) => actorId === id)?.actorName).toBeNull()
  })

  test('needs a fresh password', async () => {
    running.turnClock(16 * 60_000)
    const refused = await staff.call('auth.eraseAccount')
    expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
  })

  test('is available to super admins for people who can no longer sign in', async () => {
    await staff.call('auth.deactivate')
    const admin = await signInSuperAdmin(running)
    const body = { email: shop.staffEmail }
    expect((await owner.call('admin.eraseAccount', { body })).status).toBe(403)
    expect((await admin.call('admin.eraseAccount', { body })).status).toBe(200)
    expect(await dumpOf(running)).not.toContain(shop.staffEmail)
    expect((await admin.call('admin.eraseAccount', { body })).status).toBe(404)
  })
})

/** Every row of every table, as text. */
async function dumpOf({ sql }: TestServer): Promise<string> {
  const tables = await sql`select tablename as name from pg_tables where schemaname = 'public'`
  const rows = await Promise.all(tables.map(({ name }) => sql`select t::text from ${sql(name)} t`))
  return JSON.stringify(rows)
}
