/**
 * Analytics through the documented calls: current at once, and unchanged by closing hours.
 *
 * @module-tag deep
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running, { createdAt: new Date(Date.now() - 400 * dayMs) })
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})

async function ask(days = 30) {
  const answer = await owner.call('business.analytics', {
    params: { businessId: shop.businessId },
    query: { days: String(days), timeZone: 'America/New_York' },
  })
  expect(answer.status).toBe(200)
  return answer.body
}

/** A scan, a sign-up through the code, two purchases with one reversed, and a redemption. */
async function liveADay() {
  const visitor = new TestBrowser(running.url)
  await visitor.call('signUp.lookUp', {
    params: { code: shop.code },
    headers: { 'Scan-Id': newId() },
  })
  const { memberId, ...person } = signUpPayload()
  const joined = await visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...person, memberId },
  })
  expect(joined.status).toBe(201)
  const device = new TestDevice(owner)
  const taken = newId()
  const answer = await device.push(
    device.make('purchase.record', { purchaseId: newId(), memberId, amount: '20.00', note: null }),
    device.make('purchase.record', { purchaseId: taken, memberId, amount: '5.50', note: null }),
    device.make('purchase.reverse', { purchaseId: taken, memberId }),
    device.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId: shop.rewardId,
      pointsSeen: 50,
    }),
  )
  expect(answer.body.verdicts.map(({ status }) => status)).toEqual(Array(4).fill('applied'))
}

const oneDay = {
  scans: 1,
  signUps: 1,
  purchases: 2,
  repeatPurchases: 1,
  redemptions: 1,
  revenue: '20.00',
}

describe('a business’s analytics', () => {
  test('count everything at once, by day, by QR code and by reward', async () => {
    await liveADay()
    const { totals, before, series, funnel, qrCodes, rewards, points } = await ask()
    expect(totals).toEqual(oneDay)
    expect(before).toMatchObject({ scans: 0, signUps: 0, revenue: '0.00' })
    expect(series).toHaveLength(30)
    expect(series.at(-1)?.now).toEqual(oneDay)
    expect(funnel).toEqual({ scans: 1, signUps: 1, firstVisits: 1, secondVisits: 1 })
    expect(qrCodes).toEqual([
      {
        id: shop.qrCodeId,
        name: 'Till',
        locationName: null,
        scans: 1,
        signUps: 1,
        secondVisits: 1,
      },
    ])
    expect(rewards).toEqual([{ id: shop.rewardId, name: 'Coffee', redemptions: 1, points: 50 }])
    // 100 as welcome, 20 and 5 earned, 5 reversed, 50 spent.
    expect(points).toEqual({ issued: 125, spent: 55 })
  })

  test('stay the same after their hours are closed, however often', async () => {
    await liveADay()
    running.turnClock(3 * hourMs)
    owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    await liveADay()
    const strip = ({ asOf: _, ...figures }: Awaited<ReturnType<typeof ask>>) => figures
    const live = strip(await ask())
    await closeAllActivity(running.server)
    await closeAllActivity(running.server)
    expect(strip(await ask())).toEqual(live)
    expect(live.points).toEqual({ issued: 250, spent: 110 })

    running.turnClock(2 * hourMs)
    await Promise.all([closeAllActivity(running.server), closeAllActivity(running.server)])
    const closed = strip(await ask())
    expect(closed.totals).toEqual(live.totals)
    expect(closed.points).toEqual(live.points)
    const [stored] = await running.sql`select
      (select count(*)::int from activity_hour where business_id = ${shop.businessId}) as hours,
      (select sum(purchases)::int from activity_month
        where business_id = ${shop.businessId}) as purchases,
      (select version is not null from activity_progress
        where business_id = ${shop.businessId}) as quiet`
    expect(stored).toEqual({ hours: 2, purchases: 4, quiet: true })
  })

  test('compare with the days before', async () => {
    await liveADay()
    running.turnClock(8 * dayMs)
    owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    const expectBefore = async () => {
      const { totals, before, rewards, funnel } = await ask(7)
      expect(totals.signUps).toBe(0)
      expect(before).toEqual(oneDay)
      expect(rewards.map(({ redemptions }) => redemptions)).toEqual([0])
      expect(funnel).toEqual({ scans: 0, signUps: 0, firstVisits: 0, secondVisits: 0 })
    }
    await expectBefore()
    await closeAllActivity(running.server)
    await expectBefore()
  })

  test('refuse invalid periods and time zones, and a disabled feature', async () => {
    const params = { businessId: shop.businessId }
    const wrong: Record<string, string>[] = [
      { days: '31' },
      { timeZone: "Mars'--" },
      { days: 'NaN' },
    ]
    for (const query of wrong) {
      const { status } = await owner.call('business.analytics', { params, query })
      expect([query, status]).toEqual([query, 400])
    }
    const admin = await signInSuperAdmin(running)
    await admin.call('admin.updateBusiness', { params, body: { features: { analytics: false } } })
    const off = await owner.call('business.analytics', { params })
    expect([off.status, off.body.code]).toEqual([403, 'feature_off'])
  })

  test('read closed hours from stored counts, not from source rows', async () => {
    await liveADay()
    running.turnClock(2 * hourMs)
    owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    await closeAllActivity(running.server)
    const { businessId } = shop
    await running.sql`delete from scan where business_id = ${businessId}`
    await running.sql`delete from purchase where business_id = ${businessId}`
    await running.sql`delete from coupon where business_id = ${businessId}`
    await running.sql`delete from points_entry where business_id = ${businessId}`
    const { totals, points } = await ask(365)
    expect(totals).toEqual(oneDay)
    expect(points).toEqual({ issued: 125, spent: 55 })
  })

  test('count the remainder of purchases and redemptions at the price paid', async () => {
    const { memberId, ...person } = signUpPayload()
    const device = new TestDevice(owner)
    const purchaseId = newId()
    const [kept, undone] = [newId(), newId()]
    const redeem = (couponId: string) =>
      device.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 })
    const answer = await device.push(
      device.make('customer.signUp', { ...person, memberId }),
      device.make('purchase.record', { purchaseId, memberId, amount: '20.00', note: null }),
      device.make('purchase.reverse', { purchaseId, memberId, amount: '4.25' }),
      redeem(kept),
      redeem(undone),
      device.make('redemption.undo', { couponId: undone, memberId }),
    )
    expect(answer.body.verdicts.map(({ status }) => status)).toEqual(Array(6).fill('applied'))
    await running.sql`update reward set points_required = 70 where id = ${shop.rewardId}`
    const read = async () => {
      const { totals, rewards } = await ask()
      return {
        revenue: totals.revenue,
        redemptions: totals.redemptions,
        rewards: rewards.map((reward) => [reward.redemptions, reward.points]),
      }
    }
    const expected = { revenue: '15.75', redemptions: 1, rewards: [[1, 50]] }
    expect(await read()).toEqual(expected)
    running.turnClock(2 * hourMs)
    owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    await closeAllActivity(running.server)
    expect(await read()).toEqual(expected)
    const later = new TestDevice(owner)
    const rest = await later.push(
      later.make('purchase.reverse', { purchaseId, memberId }),
      later.make('redemption.undo', { couponId: kept, memberId }),
    )
    expect(rest.body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
    expect(await read()).toEqual({ revenue: '0.00', redemptions: 0, rewards: [[0, 0]] })
  })
})

describe('the platform’s analytics', () => {
  test('sum all businesses by day, with the busiest tenants and cohorts', async () => {
    await liveADay()
    running.turnClock(2 * hourMs)
    await closeAllActivity(running.server)
    const admin = await signInSuperAdmin(running)
    const formerly = await createTestBusiness(running)
    await running.sql`insert into activity_month (business_id, month, sign_ups)
      values (${formerly.businessId}, date_trunc('month', now() - interval '3 months'), 9999)`
    const { body } = await admin.call('admin.analytics', { query: { days: '30' } })
    expect(body.topTenants.map(({ id }) => id)).not.toContain(formerly.businessId)
    // Covers closed hours, ten minutes after their end, never the current minute.
    const now = running.server.clock.now().getTime()
    expect(body.asOf).toBe(new Date(Math.floor((now - 600_000) / hourMs) * hourMs).toISOString())
    const [summed] = await running.sql`select (select count(*)::int from customer
        where created_at > now() - interval '20 days') as "signUps",
      (select count(distinct business_id)::int from customer) as tenants`
    expect(body.totals.signUps).toBe(summed?.signUps)
    const active = body.series.map((day) => day.now.activeTenants)
    expect(Math.max(...active)).toBeGreaterThan(0)
    // Averages per day: a business active every day counts as one, not thirty.
    expect(body.totals.activeTenants).toBe(
      Math.round(active.reduce((sum, tenants) => sum + tenants) / active.length),
    )
    expect(body.series).toHaveLength(30)
    const mine = body.topTenants.find(({ id }) => id === shop.businessId)
    expect(mine).toMatchObject({ signUps: 1, scans: 1, redemptions: 1, revenue: '20.00' })
    const month = new Date().toISOString().slice(0, 7)
    await admin.call('admin.createBusiness', { body: { name: 'New', email: 'new@example.com' } })
    const again = await admin.call('admin.analytics')
    const cohort = again.body.cohorts.find((one) => one.month >= month)
    expect(cohort?.tenants).toBeGreaterThan(0)
  })

  test('never move their date backward, whatever a server’s clock says', async () => {
    const toNextNoon = dayMs + dayMs / 2 - (running.server.clock.now().getTime() % dayMs)
    running.turnClock(toNextNoon)
    // Other tests' days are in the past: from here on only the last day counts.
    await closeAllActivity(running.server)
    owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    await liveADay()
    running.turnClock(3 * hourMs)
    await closeAllActivity(running.server)
    const admin = await signInSuperAdmin(running)
    const asOf = async () => (await admin.call('admin.analytics')).body.asOf
    const noon = running.server.clock.now().getTime() - 3 * hourMs
    const closed = new Date(noon - (noon % hourMs) + 2 * hourMs).toISOString()
    expect(await asOf()).toBe(closed)
    running.turnClock(-hourMs)
    await closeAllActivity(running.server)
    expect(await asOf()).toBe(closed)
  })
})
