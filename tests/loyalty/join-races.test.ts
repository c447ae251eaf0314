/**
 * Joins and their undo at the same instant as other joins, sales, redemptions, an erasure or the undo
 * of an import: each counts once or is refused for its reason, and the ledger adds up afterwards.
 */
import { beforeEach, expect, test } from 'vitest'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { bringOver, cellsOf, type Importing, memberBy, undo } from './import-world.ts'

const atOnce = 12
const running = serverOfFile()
let shop: TestBusiness
let browser: TestBrowser
let one: string
let other: string
let third: string

beforeEach(async () => {
  shop = await createTestBusiness(running)
  browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const people = Array.from({ length: 3 }, () => signUpPayload())
  for (const person of people) await ask('customer.signUp', person)
  const [first = '', second = '', last = ''] = people.map(({ memberId }) => memberId)
  one = first
  other = second
  third = last
})

/** From a device of its own. @returns its verdict's code, or `applied` */
async function ask<Name extends OperationName>(
  name: Name,
  payload: OperationPayload<Name>,
): Promise<string> {
  const device = new TestDevice(browser)
  const { status, body } = await device.push(device.make(name, payload))
  if (status !== 200) return String(status)
  const [verdict] = body.verdicts
  return String(verdict?.code ?? verdict?.status)
}

const join = (keepId: string, joinId: string) => ask('customer.join', { keepId, joinId })
const separate = (keepId: string, joinId: string) =>
  ask('customer.separate', { keepId, joinId, spentSeen: 0 })
const redeem = (memberId: string) =>
  ask('reward.redeem', {
    couponId: newId(),
    memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
  })
const sell = (memberId: string) =>
  ask('purchase.record', { purchaseId: newId(), memberId, amount: '7.00' })
const times = <Result>(work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: atOnce }, (_, n) => work(n)))
const count = (ends: string[], end: string) => ends.filter((each) => each === end).length

/** @returns the balance of each member, all of whom it requires to add up */
async function balances(...ids: string[]): Promise<number[]> {
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
  const rows =
    await running.sql`select id, points from customer where business_id = ${shop.businessId}`
  return ids.map((id) => rows.find((row) => row.id === id)?.points ?? Number.NaN)
}

test('joins a pair once when many owners join it in both directions', async () => {
  const ends = await times((n) => (n % 2 ? join(one, other) : join(other, one)))
  expect(count(ends, 'applied')).toBe(1)
  expect(count(ends, 'already_joined')).toBe(atOnce - 1)
  expect((await balances(one, other)).sort()).toEqual([0, 200])
})

test('makes no chain of two joins at once', async () => {
  const [first, second] = await Promise.all([join(other, one), join(third, other)])
  expect([first, second]).toContain('applied')
  // The first member follows the second, or the second can't leave the first.
  const isChained = first === 'applied' && second === 'applied'
  if (!isChained) expect([first, second].sort()).toEqual(['already_joined', 'applied'])
  expect(await balances(one, other, third)).toEqual(isChained ? [0, 0, 300] : [0, 200, 100])
})

test('counts each sale of a member who is being joined', async () => {
  const [joined, ...sales] = await Promise.all([
    join(other, one),
    ...Array.from({ length: atOnce }, () => sell(one)),
  ])
  expect(joined).toBe('applied')
  expect(count(sales, 'applied')).toBe(atOnce)
  expect(await balances(one, other)).toEqual([0, 200 + 7 * atOnce])
  const separated = await Promise.all([separate(other, one), sell(one), sell(other)])
  expect(separated).toEqual(['applied', 'applied', 'applied'])
  const [ofOne = 0, ofOther = 0] = await balances(one, other)
  expect(ofOne + ofOther).toBe(200 + 7 * (atOnce + 2))
})

test('spends the points of both once when they are separated meanwhile', async () => {
  await join(other, one)
  // Four times the price is all that both have.
  const [ends, redeemed] = await Promise.all([
    times(() => separate(other, one)),
    times(() => redeem(other)),
  ])
  const taken = count(redeemed, 'applied')
  expect(count(redeemed, 'points_short')).toBe(atOnce - taken)
  if (taken > 2) {
    expect(count(ends, 'spent_more')).toBe(atOnce)
    expect(await balances(one, other)).toEqual([0, 200 - 50 * taken])
    return
  }
  expect([count(ends, 'applied'), taken]).toEqual([1, 2])
  expect(count(ends, 'not_joined') + count(ends, 'spent_more')).toBe(atOnce - 1)
  expect(await balances(one, other)).toEqual([100, 0])
})

test('either joins a member or plans their erasure', async () => {
  const { businessId } = shop
  const [joined, planned] = await Promise.all([
    join(other, one),
    browser.call('business.eraseMember', {
      params: { businessId, memberId: one },
      body: { reason: 'Asked at the counter' },
    }),
  ])
  expect(planned.status).toBe(200)
  expect(['applied', 'not_joinable']).toContain(joined)
  // An erasure that follows the join is that of the kept member, who can't be separated any more.
  expect(await separate(other, one)).toBe(joined === 'applied' ? 'not_joinable' : 'not_joined')
  running.turnClock(dayMs)
  try {
    await Promise.all([eraseDueMembers(running.server), join(third, one), join(third, other)])
  } finally {
    running.turnClock(-dayMs)
  }
  await balances()
  const rows = await running.sql<{ id: string }[]>`select id from customer
    where business_id = ${businessId} and erased_at is not null`
  const erased = joined === 'applied' ? [one, other] : [one]
  expect(rows.map(({ id }) => id).sort()).toEqual(erased.sort())
})

test('undoes an import once while its members are being joined', async () => {
  const of: Importing = { running, browser, businessId: shop.businessId }
  const people = Array.from({ length: 4 }, () => cellsOf())
  const run = await bringOver(of, people)
  const brought = await Promise.all(people.map(({ email = '' }) => memberBy(of, email)))
  const ids = brought.map((member) => String(member?.id))
  const [undone, ...joined] = await Promise.all([
    undo(of, run.id),
    ...ids.map((id, n) => (n % 2 ? join(one, id) : join(id, other))),
  ])
  expect(undone).toMatchObject({ state: 'undone' })
  for (const end of joined) {
    expect(['applied', 'member_erased', 'already_joined']).toContain(end)
  }
  const all = await balances(one, other, third, ...ids)
  expect(all.reduce((sum, points) => sum + points, 0)).toBe(300)
})
