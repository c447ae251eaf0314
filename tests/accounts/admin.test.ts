/**
 * Super admins: figures, businesses with their status, and owner invites.
 *
 * @module-tag deep
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { closeAllActivity, eraseDueMembers } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { forgetTries, inviteOwner, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let admin: TestBrowser
const browser = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  admin = await signInSuperAdmin(running)
})

describe('businesses', () => {
  test('are created with the default and the chosen features', async () => {
    const made = await admin.call('admin.createBusiness', {
      body: {
        name: 'Harbor Gym',
        email: 'gym@example.com',
        phone: '+1 555 0117',
        businessType: 'fitness_wellness',
        plan: 'pro',
        features: { analytics: false },
      },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'Harbor Gym',
      businessType: 'fitness_wellness',
      status: 'active',
      plan: 'pro',
      trialEndsAt: null,
      features: { qrCodes: true, loyalty: true, whiteLabel: true, analytics: false },
      primaryColor: '#3B82F6',
      secondaryColor: '#8B5CF6',
    })
    const plain = await admin.call('admin.createBusiness', {
      body: { name: 'Plain', email: 'plain@example.com' },
    })
    expect(plain.body).toMatchObject({ businessType: 'restaurant_cafe', status: 'trial' })
    const trialMs = Date.parse(plain.body.trialEndsAt ?? '') - Date.parse(plain.body.createdAt)
    expect(trialMs).toBe(14 * 86_400_000)
  })

  test('accept names of emoji or right-to-left text, and reject 200 characters', async () => {
    const make = (name: string) =>
      admin.call('admin.createBusiness', { body: { name, email: `${newId()}@example.com` } })
    for (const name of ['🍋🍋🍋', 'مقهى الصباح', 'קפה "בוקר"']) {
      const { status, body } = await make(name)
      expect([status, body.name]).toEqual([201, name])
      const icon = await fetch(`${running.url}/api/app-icon/${body.id}`)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    for (const name of ['x'.repeat(200), '   ']) {
      const refused = await make(name)
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'name'])
    }
  })

  test('mail their owner an invite on request', async () => {
    const email = `${newId().slice(-12)}@example.com`
    const made = await admin.call('admin.createBusiness', {
      body: { name: 'Invited', email, inviteOwner: true },
    })
    expect(made.status).toBe(201)
    const mail = await readMail(running, email)
    expect([mail.kind, mail.subject]).toEqual(['ownerInvite', expect.stringContaining('Invited')])
    const invites = (await admin.call('admin.inviteCodes')).body
    expect(invites.filter((one) => one.email === email)).toHaveLength(1)
  })

  test('are validated before they are created', async () => {
    for (const body of [{ name: '', email: 'a@b.cd' }, { name: 'X', email: 'x' }, {}]) {
      expect((await admin.call('admin.createBusiness', { body })).status).toBe(400)
    }
  })

  test('are listed newest first, searched, filtered and paged', async () => {
    const mark = newId().slice(-8)
    for (const [name, businessType] of [
      ['One', 'other'],
      ['Two', 'beauty_spa'],
      ['Three', 'other'],
    ] as const) {
      const email = `${name}@${mark}.example`.toLowerCase()
      await admin.call('admin.createBusiness', {
        body: { name: `${name} ${mark}`, email, businessType, plan: 'pro' },
      })
    }
    const names = async (query: Record<string, string>) =>
      (await admin.call('admin.businesses', { query })).body.map(({ name }) => name.split(' ')[0])
    expect(await names({ q: mark.toUpperCase() })).toEqual(['Three', 'Two', 'One'])
    expect(await names({ q: mark, businessType: 'other' })).toEqual(['Three', 'One'])
    expect(await names({ q: mark, status: 'suspended' })).toEqual([])
    expect(await names({ q: '%' })).toEqual([])

    const first = await admin.call('admin.businesses', { query: { q: mark, limit: '2' } })
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? []
    const second = await admin.send('GET', next)
    expect((second.body as { name: string }[]).map(({ name }) => name)).toEqual([`One ${mark}`])
    expect(second.headers.get('link')).toBeNull()
  })

  test('are suspended, reactivated and moved to another plan, and devices learn of it', async () => {
    const shop = await createTestBusiness(running)
    const owner = await browser().signIn(shop.ownerEmail)
    const device = new TestDevice(owner)
    await device.pull()
    const params = { businessId: shop.businessId }
    const suspended = await admin.call('admin.updateBusiness', {
      params,
      body: { suspended: true },
    })
    expect(suspended.body).toMatchObject({ status: 'suspended', readOnly: true })
    const parked = await device.push(device.make('customer.signUp', signUpPayload()))
    expect(parked.body.verdicts.map(({ status }) => status)).toEqual(['parked'])
    const pulled = await device.pull()
    expect(JSON.stringify(pulled)).toContain('suspended')

    const moved = await admin.call('admin.updateBusiness', { params, body: { plan: 'basic' } })
    expect(moved.body).toMatchObject({ status: 'suspended', plan: 'basic', readOnly: true })
    const back = await admin.call('admin.updateBusiness', {
      params,
      body: { suspended: false, plan: 'enterprise' },
    })
    expect(back.body).toMatchObject({ status: 'active', plan: 'enterprise', readOnly: false })
  })

  test('continue after a trial when the plan changes, and have only one trial', async () => {
    const made = await admin.call('admin.createBusiness', {
      body: { name: 'Trial', email: 'trial@example.com' },
    })
    const { id: businessId, trialEndsAt } = made.body
    running.turnClock(15 * 86_400_000)
    admin = await signInSuperAdmin(running)
    const params = { businessId }
    expect((await admin.call('business.get', { params })).body.readOnly).toBe(true)
    const paid = await admin.call('admin.updateBusiness', { params, body: { plan: 'pro' } })
    expect(paid.body).toMatchObject({ status: 'active', readOnly: false })
    const again = await admin.call('admin.updateBusiness', { params, body: { plan: 'trial' } })
    expect(again.body).toMatchObject({ status: 'trial', readOnly: true, trialEndsAt })
  })

  test('change status only with a fresh password, and only if they exist', async () => {
    const { businessId } = await createTestBusiness(running)
    const body = { suspended: true }
    const missing = await admin.call('admin.updateBusiness', {
      params: { businessId: newId() },
      body,
    })
    expect(missing.status).toBe(404)
    running.turnClock(16 * 60_000)
    const stale = await admin.call('admin.updateBusiness', { params: { businessId }, body })
    expect([stale.status, stale.body.code]).toEqual([403, 'password_needed'])
    await admin.call('auth.elevate', { body: { password: testPassword } })
    const fresh = await admin.call('admin.updateBusiness', { params: { businessId }, body })
    expect(fresh.status).toBe(200)
  })
})

test('asks a super admin for the password again even right after sign-in', async () => {
  const { email } = (await admin.call('auth.user')).body
  const signedIn = await new TestBrowser(running.url).signIn(email)
  const invited = { businessName: 'Early', email: `early-${newId()}@example.com` }
  const early = await signedIn.call('admin.createInviteCode', { body: invited })
  expect([early.status, early.body.code]).toEqual([403, 'password_needed'])
})

test('requires a fresh password to create businesses and invite owners', async () => {
  const mark = newId().slice(-8)
  const { id: inviteId } = await inviteOwner(admin, `Fresh ${mark}`, `fresh@${mark}.example`)
  const { businessId } = await createTestBusiness(running)
  running.turnClock(16 * 60_000)
  const email = `stale@${mark}.example`
  const answers = [
    await admin.call('admin.createBusiness', { body: { name: 'Stale', email } }),
    await admin.call('admin.createInviteCode', { body: { businessName: 'Stale', email } }),
    await admin.call('admin.inviteOwner', { params: { businessId } }),
    await admin.call('admin.resendInviteCode', { params: { inviteId } }),
    await admin.call('admin.revokeInviteCode', { params: { inviteId } }),
    await admin.call('admin.eraseAccount', { body: { email } }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([403, 'password_needed'])
  }
  const left =
    await running.sql`select id from invite where email = ${email} or revoked_at is not null
    and id = ${inviteId} union select id from business where email = ${email}`
  expect(left).toEqual([])
})

describe('a super admin inside a business', () => {
  test('may view, and change things only with a fresh password', async () => {
    const { businessId } = await createTestBusiness(running)
    const params = { businessId }
    running.turnClock(16 * 60_000)
    expect((await admin.call('business.customers', { params })).status).toBe(200)
    const create = () =>
      admin.call('business.createQrCode', { params, body: { name: 'Door', locationName: '' } })
    const stale = await create()
    expect([stale.status, stale.body.code]).toEqual([403, 'password_needed'])
    await admin.call('auth.elevate', { body: { password: testPassword } })
    expect((await create()).status).toBe(201)
  })
})

describe('owner invites', () => {
  test('are listed newest first, searched, and show when they were used', async () => {
    const mark = newId().slice(-8)
    const first = await inviteOwner(admin, `First ${mark}`, `first@${mark}.example`)
    const second = await inviteOwner(admin, `Second ${mark}`, `second@${mark}.example`)
    expect(first.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    const listed = await admin.call('admin.inviteCodes', { query: { q: mark } })
    expect(listed.body.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(listed.body.every(({ used }) => !used)).toBe(true)
    const days = (Date.parse(first.expiresAt) - running.server.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(7)
  })

  test('for an existing business go to its own address and reuse the same invite', async () => {
    const mark = newId().slice(-8)
    const email = `owner@${mark}.example`
    const made = await admin.call('admin.createBusiness', { body: { name: `B ${mark}`, email } })
    const params = { businessId: made.body.id }
    const invited = await admin.call('admin.inviteOwner', { params })
    expect(invited.body).toMatchObject({ businessName: `B ${mark}`, email, used: false })
    running.turnClock(61_000)
    const again = await admin.call('admin.inviteOwner', { params })
    expect(again.body.id).toBe(invited.body.id)
    expect((await readMail(running, email)).kind).toBe('ownerInvite')
  })

  test('answer 404 for unknown ids', async () => {
    for (const inviteId of [newId(), 'x']) {
      const params = { inviteId }
      expect((await admin.call('admin.resendInviteCode', { params })).status).toBe(404)
      expect((await admin.call('admin.revokeInviteCode', { params })).status).toBe(404)
    }
  })
})

describe('figures', () => {
  test('count tenants, customers, scans of 30 days and redemptions, with trends', async () => {
    const before = (await admin.call('admin.stats')).body
    const shop = await createTestBusiness(running)
    const till = new TestDevice(await browser().signIn(shop.ownerEmail))
    await till.push(till.make('customer.signUp', signUpPayload()))
    await browser().send('GET', `/signup/${shop.code}`, { headers: { 'Scan-Id': newId() } })
    const after = (await admin.call('admin.stats')).body
    expect(after.totalTenants - before.totalTenants).toBe(1)
    expect(after.totalCustomers - before.totalCustomers).toBe(1)
    expect(after.totalScans - before.totalScans).toBe(1)
    expect(after.rewardsRedeemed).toBe(before.rewardsRedeemed)
    const params = { businessId: shop.businessId }
    await admin.call('admin.updateBusiness', { params, body: { suspended: true } })
    expect((await admin.call('admin.stats')).body.totalTenants).toBe(before.totalTenants)
  })

  test('of scans and new businesses are the same in the overview and in analytics', async () => {
    const read = async () => {
      const { body: stats } = await admin.call('admin.stats')
      const { body: analytics } = await admin.call('admin.analytics', { query: { days: '30' } })
      const { totals, series } = analytics
      return { stats, totals, today: series.at(-1)?.now }
    }
    const before = await read()
    const shop = await createTestBusiness(running)
    await browser().send('GET', `/signup/${shop.code}`, { headers: { 'Scan-Id': newId() } })
    const after = await read()
    expect(after.totals.scans).toBe(after.stats.totalScans)
    expect(after.stats.totalScans - before.stats.totalScans).toBe(1)
    expect(after.totals.tenantsCreated - before.totals.tenantsCreated).toBe(1)
    expect(after.today).toEqual({
      ...before.today,
      scans: (before.today?.scans ?? 0) + 1,
      tenantsCreated: (before.today?.tenantsCreated ?? 0) + 1,
    })
  })

  test('leave out sample customers and what they redeemed', async () => {
    const shop = await createTestBusiness(running)
    const params = { businessId: shop.businessId }
    const owner = await browser().signIn(shop.ownerEmail)
    const before = (await admin.call('admin.stats')).body
    expect((await owner.call('business.loadSample', { params })).status).toBe(200)
    const { body: customers } = await owner.call('business.customers', { params })
    const rich = customers.find(({ points }) => points >= 50)
    if (!rich) throw new Error('No sample customer can afford the reward')
    const till = new TestDevice(owner)
    const redeem = till.make('reward.redeem', {
      couponId: newId(),
      memberId: rich.id,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    })
    expect((await till.push(redeem)).body.verdicts).toMatchObject([{ status: 'applied' }])
    const { totalCustomers, rewardsRedeemed } = (await admin.call('admin.stats')).body
    expect(totalCustomers).toBe(before.totalCustomers)
    expect(rewardsRedeemed).toBe(before.rewardsRedeemed)
  })

  test('leave out erased customers, joined ones and undone redemptions at once', async () => {
    const shop = await createTestBusiness(running)
    const params = { businessId: shop.businessId }
    const owner = await browser().signIn(shop.ownerEmail)
    const till = new TestDevice(owner)
    const before = (await admin.call('admin.stats')).body
    const more = async () => {
      const { totalCustomers, rewardsRedeemed } = (await admin.call('admin.stats')).body
      const { counts } = (await owner.call('business.get', { params })).body
      expect(counts.customers).toBe(totalCustomers - before.totalCustomers)
      return [counts.customers, rewardsRedeemed - before.rewardsRedeemed]
    }
    const apply = async (...made: ReturnType<TestDevice['make']>[]) => {
      const { body } = await till.push(...made)
      expect(body.verdicts.map(({ status }) => status)).toEqual(made.map(() => 'applied'))
    }
    const [keep, join] = [signUpPayload(), signUpPayload()]
    const { memberId } = keep
    const couponId = newId()
    await apply(
      till.make('customer.signUp', keep),
      till.make('customer.signUp', join),
      till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
    )
    expect(await more()).toEqual([2, 1])
    await apply(till.make('redemption.undo', { couponId, memberId }))
    expect(await more()).toEqual([2, 0])
    const pair = { keepId: memberId, joinId: join.memberId }
    await apply(till.make('customer.join', pair))
    expect(await more()).toEqual([1, 0])
    await apply(till.make('customer.separate', { ...pair, spentSeen: 0 }))
    expect(await more()).toEqual([2, 0])
    const of = { params: { ...params, memberId }, body: { reason: 'Asked at the counter' } }
    expect((await owner.call('business.eraseMember', of)).status).toBe(200)
    running.turnClock(dayMs)
    await eraseDueMembers(running.server)
    running.turnClock(-dayMs)
    expect(await more()).toEqual([1, 0])
  })

  test('have a trend only if there are earlier values', async () => {
    const pass = async (ms: number) => {
      running.turnClock(ms)
      admin = await signInSuperAdmin(running)
    }
    await pass(61 * dayMs)
    const shop = await createTestBusiness(running)
    const signUp = async (count: number) => {
      const till = new TestDevice(await browser().signIn(shop.ownerEmail))
      const made = Array.from({ length: count }, () =>
        till.make('customer.signUp', signUpPayload()),
      )
      await till.push(...made)
      await pass(2 * hourMs)
      await closeAllActivity(running.server)
    }
    await signUp(4)
    expect((await admin.call('admin.stats')).body.trends.totalCustomers).toBeNull()
    await pass(31 * dayMs)
    await signUp(5)
    expect((await admin.call('admin.stats')).body.trends.totalCustomers).toBe(25)
  })

  test('are kept, so that no row behind them is read', async () => {
    const kept = (await admin.call('admin.stats')).body
    expect(kept.totalCustomers).toBeGreaterThan(9)
    await running.sql`truncate customer, scan, coupon cascade`
    expect((await admin.call('admin.stats')).body).toEqual(kept)
  })
})

test('refuses everyone but super admins', async () => {
  const shop = await createTestBusiness(running)
  const people = [
    [await browser().signIn(shop.ownerEmail), 403],
    [await browser().signIn(shop.staffEmail), 403],
    [browser(), 401],
  ] as const
  for (const [who, status] of people) {
    expect((await who.call('admin.stats')).status).toBe(status)
    expect((await who.call('admin.businesses')).status).toBe(status)
    expect((await who.call('admin.inviteCodes')).status).toBe(status)
    expect((await who.call('admin.audit')).status).toBe(status)
    const body = { businessName: 'Mine', email: 'mine@example.com' }
    expect((await who.call('admin.createInviteCode', { body })).status).toBe(status)
  }
})
