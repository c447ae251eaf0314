/**
 * Work that a device did offline belongs to the day on which it was done: on the till's own screens,
 * the dashboard, the card, in analytics and campaigns. The server accepts claimed times within bounds.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { readToday } from '#pwa/loyalty/today.ts'
import { addDays, dayOf, startOfDay } from '#schema/contract/day.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { everyone, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const yearMs = 365 * dayMs
/** Late at night there: the next day in UTC. */
const timeZone = 'America/Los_Angeles'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let member: { memberId: string; customerId: string }

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running, {
    createdAt: new Date(now() - 400 * dayMs),
    timeZone,
  })
  await signInAgain()
  member = await join()
})

const now = () => running.server.clock.now().getTime()
const daysAgo = (days: number) => addDays(dayOf(now(), timeZone), -days)
/** 22:30 in the shop, some days ago. */
const lateOn = (days: number) => startOfDay(daysAgo(days), timeZone) + 22.5 * hourMs

async function signInAgain(): Promise<void> {
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
}

/** A member who joined by the code, three months ago. */
async function join() {
  const customerId = newKey()
  const { memberId, ...person } = signUpPayload()
  const body = { ...person, memberId, id: customerId }
  const visitor = new TestBrowser(running.url)
  const answer = await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  expect(answer.status).toBe(201)
  const joinedAt = new Date(now() - 90 * dayMs)
  await running.sql`update customer set created_at = ${joinedAt} where id = ${memberId}`
  return { memberId, customerId }
}

const sale = (device: TestDevice, amount = '100.00', memberId = member.memberId) =>
  device.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null })

/** Pushes what was made at these times. */
async function push(device: TestDevice, ...made: [PushedOperation, number][]) {
  const at = (ms: number) => new Date(ms).toISOString()
  const operations = made.map(([operation, ms]) => ({ ...operation, madeAt: at(ms) }))
  const { body } = await device.browser.call('sync.push', {
    body: { outboxId: device.outboxId, deviceNow: at(now()), operations },
  })
  return [...new Set(body.verdicts.map(({ status }) => status))]
}

async function analytics(days = 7) {
  const { body } = await owner.call('business.analytics', {
    params: { businessId: shop.businessId },
    query: { days: String(days), timeZone },
  })
  return body
}

/** @returns the figures of each day on which anything happened */
async function busyDays() {
  const { series } = await analytics()
  return Object.fromEntries(
    series
      .filter(({ now: { purchases, revenue } }) => purchases > 0 || Number(revenue) !== 0)
      .map(({ day, now: { purchases, revenue } }) => [day, { purchases, revenue }]),
  )
}

const cardDays = async () => {
  const { body } = await new TestBrowser(running.url).call('customer.page', {
    params: { customerId: member.customerId },
  })
  return body.transactions
    .filter(({ description }) => description.startsWith('Purchase'))
    .map(({ createdAt }) => dayOf(Date.parse(createdAt), timeZone))
}

const recordedAt = async ({ payload }: PushedOperation) => {
  const { purchaseId } = payload as { purchaseId: string }
  const [row] = await running.sql`select recorded_at as at from purchase where id = ${purchaseId}`
  return row?.at.getTime() ?? 0
}

async function countAway(notVisitedForDays: number): Promise<number> {
  const { body } = await owner.call('business.previewCampaign', {
    params: { businessId: shop.businessId },
    body: { audience: { ...everyone, notVisitedForDays } },
  })
  return body.withoutConsent
}

describe('three sales of Saturday, synced on Monday', () => {
  test.each([
    ['right', 0],
    ['a year ahead', yearMs],
    ['a year behind', -yearMs],
  ])('belong to Saturday everywhere, from a till whose clock is %s', async (_, clockMs) => {
    const saturday = lateOn(2)
    const browser = await new RealBrowser(running, shop).signIn(shop.ownerEmail)
    browser.clockMs = clockMs
    const device = await browser.open()
    expect((await device.sync()).problem).toBe(null)
    browser.isOffline = true
    browser.clockMs = clockMs + saturday - now()
    for (let count = 0; count < 3; count += 1) {
      await device.perform('purchase.record', {
        purchaseId: newId(),
        memberId: member.memberId,
        amount: '100.00',
        note: null,
      })
    }
    browser.isOffline = false
    browser.clockMs = clockMs
    expect((await device.sync()).problem).toBe(null)

    const shown = (at: number) => readToday(viewOf(device), at).today
    expect(shown(now())).toMatchObject({ purchases: 0, sales: '0.00' })
    expect(shown(saturday)).toMatchObject({ purchases: 3, sales: '300.00' })
    expect(await busyDays()).toEqual({ [daysAgo(2)]: { purchases: 3, revenue: '300.00' } })
    expect(await cardDays()).toEqual([daysAgo(2), daysAgo(2), daysAgo(2)])
    expect([await countAway(1), await countAway(3)]).toEqual([1, 0])
    expect(await running.server.doors.tenant(shop.businessId, verifyLedger)).toEqual([])
  })

  test('are added to hours that are closed already, once', async () => {
    const till = new TestDevice(owner)
    const saturday = lateOn(2)
    // Turning the clock may reach the next day.
    const saturdayDay = daysAgo(2)
    expect(await push(till, [sale(till, '7.00'), now()])).toEqual(['applied'])
    running.turnClock(2 * hourMs)
    await signInAgain()
    await closeAllActivity(running.server)
    const platform = async () => {
      const admin = await signInSuperAdmin(running)
      const { body } = await admin.call('admin.analytics', { query: { days: '30' } })
      const day = new Date(saturday).toISOString().slice(0, 10)
      return body.series.find((each) => each.day === day)?.now.revenue
    }
    const before = Number(await platform())
    const late = new TestDevice(owner)
    const sell = (): [PushedOperation, number] => [sale(late), saturday]
    expect(await push(late, sell(), sell(), sell())).toEqual(['applied'])
    const read = async () => {
      const { totals, funnel, points } = await analytics()
      return { days: await busyDays(), totals, funnel, points }
    }
    const live = await read()
    expect(live.days[saturdayDay]).toEqual({ purchases: 3, revenue: '300.00' })
    // The first visit to arrive stays the first one.
    expect(live.totals).toMatchObject({ purchases: 4, repeatPurchases: 3, revenue: '307.00' })
    expect(live.funnel).toMatchObject({ firstVisits: 1, secondVisits: 1 })
    for (let hours = 0; hours < 2; hours += 1) {
      running.turnClock(2 * hourMs)
      await Promise.all([closeAllActivity(running.server), closeAllActivity(running.server)])
      await signInAgain()
      expect(await read()).toEqual(live)
    }
    expect(Number(await platform()) - before).toBe(300)
  })

  test('take their reversals, redemptions and coupons along', async () => {
    const till = new TestDevice(owner)
    const saturday = lateOn(2)
    const { memberId } = member
    const sold = sale(till)
    const { purchaseId } = sold.payload as { purchaseId: string }
    const redeem = (couponId: string) =>
      till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 })
    const [undone, kept] = [newId(), newId()]
    const joined = signUpPayload()
    const made = [
      sold,
      till.make('purchase.reverse', { purchaseId, memberId, amount: '40.00' }),
      redeem(undone),
      till.make('redemption.undo', { couponId: undone, memberId }),
      redeem(kept),
      till.make('customer.signUp', joined),
    ]
    const atOnce = made.map((operation): [PushedOperation, number] => [operation, saturday])
    expect(await push(till, ...atOnce)).toEqual(['applied'])
    const saturdayDay = daysAgo(2)
    const figures = async () =>
      (await analytics()).series.find(({ day }) => day === saturdayDay)?.now
    const expected = {
      ...{ scans: 0, signUps: 1, purchases: 1, repeatPurchases: 0, redemptions: 1 },
      revenue: '60.00',
    }
    expect(await figures()).toEqual(expected)
    const { totals } = await analytics()
    expect(totals).toMatchObject({ redemptions: 1, signUps: 1, revenue: '60.00' })
    // The coupon's days begin when it arrives.
    const [coupon] = await running.sql`select issued_at as "issuedAt",
      expires_on - (${new Date(now())} at time zone ${timeZone})::date as days
      from coupon where id = ${kept}`
    expect(coupon?.days).toBe(90)
    expect(Math.abs((coupon?.issuedAt.getTime() ?? 0) - saturday)).toBeLessThan(hourMs)
    running.turnClock(2 * hourMs)
    await closeAllActivity(running.server)
    await signInAgain()
    expect(await figures()).toEqual(expected)
  })

  test('keep their day while the business is paused', async () => {
    const till = new TestDevice(owner)
    const saturday = lateOn(2)
    const sold = sale(till)
    const setStatus = (status: string) =>
      running.sql`update business set status = ${status} where id = ${shop.businessId}`
    await setStatus('suspended')
    expect(await push(till, [sold, saturday])).toEqual(['parked'])
    running.turnClock(20 * dayMs)
    await setStatus('active')
    await resumeBusiness(running.server, shop.businessId)
    expect(await recordedAt(sold)).toBeCloseTo(saturday, -4)
    running.turnClock(-20 * dayMs)
  })
})

describe('a claimed time', () => {
  test.each([
    ['29 days ago', -29 * dayMs, true],
    ['31 days ago', -31 * dayMs, false],
    ['in 1970', -56 * yearMs, false],
    ['in the future', 10 * dayMs, false],
  ])('%s counts: within the bounds, else the server’s time', async (_, agoMs, isKept) => {
    const till = new TestDevice(owner)
    const sold = sale(till)
    const claimed = now() + agoMs
    expect(await push(till, [sold, claimed])).toEqual(['applied'])
    const recorded = await recordedAt(sold)
    expect(Math.abs(recorded - (isKept ? claimed : now()))).toBeLessThan(hourMs)
  })

  test('counts on arrival if its time is before the business existed or unreadable', async () => {
    const till = new TestDevice(owner)
    const madeAt = new Date(lateOn(2)).toISOString()
    const early = sale(till)
    const createdAt = new Date(now() - dayMs)
    await running.sql`update business set created_at = ${createdAt} where id = ${shop.businessId}`
    expect(await push(till, [early, lateOn(2)])).toEqual(['applied'])
    const [unread, claimed] = [sale(till), sale(till)]
    const { body } = await till.browser.call('sync.push', {
      body: {
        outboxId: till.outboxId,
        deviceNow: 'half past nine',
        operations: [
          { ...unread, madeAt: 'yesterday' },
          { ...claimed, madeAt },
        ],
      },
    })
    expect(body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    for (const sold of [early, unread, claimed]) {
      expect(now() - (await recordedAt(sold))).toBeLessThan(hourMs)
    }
  })
})
