/**
 * The server enforces trust within limits: an app that ignores its limits hands over no more than
 * the owner's settings allow. Anything beyond waits for the owner, marked as handed over.
 */
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  await trust({ pointsPerRedemption: 100, pointsPerDevice: 200 })
})

async function trust(limits: { pointsPerRedemption: number; pointsPerDevice: number }) {
  const params = { businessId: shop.businessId }
  const answer = await owner.call('business.changeOfflineRedemption', {
    params,
    body: { trust: limits },
  })
  expect(answer.status).toBe(200)
}

/** A reward of 50 points, handed over at once. */
const handOver = (device: TestDevice, memberId: string) =>
  device.make('reward.redeem', {
    couponId: newId(),
    memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
    handedOver: true,
  })

/** Members whose welcome points are spent, so each further reward is owed. */
async function membersWithNothing(count: number): Promise<string[]> {
  const device = new TestDevice(owner)
  const members = Array.from({ length: count }, () => signUpPayload())
  await device.push(...members.map((member) => device.make('customer.signUp', member)))
  await device.push(
    ...members.flatMap(({ memberId }) => [handOver(device, memberId), handOver(device, memberId)]),
  )
  return members.map(({ memberId }) => memberId)
}

const endsOf = ({ body }: Awaited<ReturnType<TestDevice['push']>>) =>
  body.verdicts.map(({ status, code }) => code ?? status)

async function owedBy(memberIds: string[]): Promise<number> {
  const [row] = await running.sql`select -coalesce(sum(points), 0)::int as owed from customer
    where id = any(${memberIds}::uuid[])`
  return row?.owed ?? 0
}

const held = (count: number) => Array(count).fill('trust_exceeded')

test('grants one reward on trust to a member in separate pushes and holds the rest', async () => {
  const payload = signUpPayload()
  const device = new TestDevice(staff)
  await device.push(device.make('customer.signUp', payload))
  const ends: string[] = []
  for (let count = 0; count < 30; count += 1) {
    ends.push(...endsOf(await device.push(handOver(device, payload.memberId))))
  }
  expect(ends).toEqual([...Array(3).fill('applied'), ...held(27)])
  expect(await owedBy([payload.memberId])).toBe(50)
  const params = { businessId: shop.businessId }
  const parked = await owner.call('business.parked', { params })
  expect(parked.body).toHaveLength(27)
  expect(parked.body[0]).toMatchObject({
    name: 'reward.redeem',
    reason: 'trust_exceeded',
    payload: { memberId: payload.memberId, handedOver: true },
  })
})

test('counts after a pause what the owner accepted during it', async () => {
  const { memberId } = signUpPayload()
  const device = new TestDevice(staff)
  const redemptions = Array.from({ length: 4 }, () => handOver(device, memberId))
  const signUp = device.make('customer.signUp', signUpPayload({ memberId }))
  expect(endsOf(await device.push(signUp, ...redemptions)).at(-1)).toBe('trust_exceeded')
  const setStatus = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await setStatus('suspended')
  const decided = await owner.call('business.decideParked', {
    params: { businessId: shop.businessId },
    body: { accept: true },
  })
  expect(decided.body).toEqual({ settled: 1 })
  const unseen = handOver(device, memberId)
  expect(endsOf(await device.push(unseen))).toEqual(['business_paused'])
  await setStatus('active')
  const later = new TestDevice(staff)
  await later.push(later.make('customer.signUp', signUpPayload()))
  expect(endsOf(await device.push(...redemptions))).toEqual(Array(4).fill('applied'))
  expect(endsOf(await device.push(unseen))).toEqual(['trust_exceeded'])
  expect(await owedBy([memberId])).toBe(100)
})

test('limits a device to its cap, in one push too, until members repay', async () => {
  const members = await membersWithNothing(6)
  const device = new TestDevice(staff)
  const first = await device.push(...members.map((memberId) => handOver(device, memberId)))
  expect(endsOf(first)).toEqual([...Array(4).fill('applied'), ...held(2)])
  expect(await owedBy(members)).toBe(200)
  const [repaying = ''] = members
  const buy = (memberId: string, amount: string) =>
    device.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null })
  await device.push(buy(repaying, '50.00'))
  const [late = '', later = ''] = members.slice(4)
  const after = await device.push(handOver(device, late), handOver(device, later))
  expect(endsOf(after)).toEqual(['applied', 'trust_exceeded'])
  // Repaying half of what two of them owe makes room too.
  await device.push(...members.slice(1, 3).map((memberId) => buy(memberId, '25.00')))
  expect(endsOf(await device.push(handOver(device, later)))).toEqual(['applied'])
})

test('gives several outboxes of one account no more than one device’s cap', async () => {
  const members = await membersWithNothing(6)
  const ends: string[] = []
  for (const memberId of members) {
    const madeUp = new TestDevice(staff)
    ends.push(...endsOf(await madeUp.push(handOver(madeUp, memberId))))
  }
  expect(ends).toEqual([...Array(4).fill('applied'), ...held(2)])
  const params = { businessId: shop.businessId }
  const { devices, trust: limits } = (await owner.call('business.offlineRedemption', { params }))
    .body
  expect(await owedBy(members)).toBeLessThanOrEqual(devices * (limits?.pointsPerDevice ?? 0))
})

test('gives two known counters of one account a cap each', async () => {
  const members = await membersWithNothing(10)
  const counters = [new TestDevice(staff), new TestDevice(staff)]
  for (const counter of counters)
    await counter.push(counter.make('customer.signUp', signUpPayload()))
  running.turnClock(25 * 3_600_000)
  for (const [index, counter] of counters.entries()) {
    const mine = members.slice(index * 5, index * 5 + 5)
    const answer = await counter.push(...mine.map((memberId) => handOver(counter, memberId)))
    expect(endsOf(answer)).toEqual([...Array(4).fill('applied'), ...held(1)])
  }
  running.turnClock(-25 * 3_600_000)
})

test('gives an account a few devices’ caps however many outboxes it makes up in advance', async () => {
  const madeUp = Array.from({ length: 12 }, () => new TestDevice(staff))
  for (const device of madeUp) await device.push(device.make('customer.signUp', signUpPayload()))
  running.turnClock(25 * 3_600_000)
  // Four rewards use up a device's cap.
  const members = await membersWithNothing(4 * madeUp.length)
  for (const [index, device] of madeUp.entries()) {
    const mine = members.slice(4 * index, 4 * index + 4)
    await device.push(...mine.map((memberId) => handOver(device, memberId)))
  }
  expect(await owedBy(members)).toBe(200 * serverLimits.trustDevicesPerAccount)
  running.turnClock(-25 * 3_600_000)
})

test('gives an account no trust for a counter that was silent for a month', async () => {
  const members = await membersWithNothing(5)
  const [used, silent] = [new TestDevice(staff), new TestDevice(staff)]
  for (const counter of [used, silent])
    await counter.push(counter.make('customer.signUp', signUpPayload()))
  const monthMs = 31 * 86_400_000
  running.turnClock(monthMs)
  await staff.signIn(shop.staffEmail)
  const known = await used.push(...members.slice(1).map((memberId) => handOver(used, memberId)))
  expect(endsOf(known)).toEqual(Array(4).fill('applied'))
  const fresh = new TestDevice(staff)
  const more = await fresh.push(handOver(fresh, members[0] ?? ''))
  expect(endsOf(more)).toEqual(held(1))
  running.turnClock(-monthMs)
})

test('lets the owner allow what exceeded the cap, and nothing beyond that', async () => {
  const [memberId = ''] = await membersWithNothing(1)
  const device = new TestDevice(staff)
  const asked = [0, 1, 2].map(() => handOver(device, memberId))
  expect(endsOf(await device.push(...asked))).toEqual(['applied', ...held(2)])
  const params = { businessId: shop.businessId }
  const operationIds = [asked[1]?.operationId]
  const decided = await owner.call('business.decideParked', {
    params,
    body: { operationIds, accept: true },
  })
  expect(decided.body).toEqual({ settled: 1 })
  expect(await owedBy([memberId])).toBe(100)
  // Verdicts are unchanged, except those the owner decided.
  expect(endsOf(await device.push(...asked))).toEqual(['applied', 'applied', 'trust_exceeded'])
  expect(endsOf(await device.push(handOver(device, memberId)))).toEqual(held(1))
})

test('needs no trust for rewards that the points cover', async () => {
  const device = new TestDevice(staff)
  const members = Array.from({ length: 5 }, () => signUpPayload())
  await device.push(...members.map((member) => device.make('customer.signUp', member)))
  const covered = members.flatMap(({ memberId }) => [
    handOver(device, memberId),
    handOver(device, memberId),
  ])
  expect(endsOf(await device.push(...covered))).toEqual(Array(10).fill('applied'))
})
