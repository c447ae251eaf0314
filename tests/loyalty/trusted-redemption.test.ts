/**
 * Redeeming offline on trust: handed-over rewards count even if the points are gone; the balance
 * shows the debt, and later points repay it. Without the owner's trust, or beyond the caps, points
 * must cover a redemption.
 */

import { beforeEach, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import type { Trust } from '#schema/contract/offline-redemption.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let till: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  till = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const choose = (trust: Trust | null, who = owner) =>
  who.call('business.changeOfflineRedemption', {
    params: { businessId: shop.businessId },
    body: { trust },
  })
type RewardRedeem = OperationPayload<'reward.redeem'>
const within = { pointsPerRedemption: 60, pointsPerDevice: 120 }

const redeem = (memberId: string, handedOver = true) =>
  till.make('reward.redeem', {
    couponId: newId(),
    memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
    handedOver,
  })

/** A member with 100 points: enough for two rewards. */
async function signUp(): Promise<string> {
  const payload = signUpPayload()
  await till.push(till.make('customer.signUp', payload))
  return payload.memberId
}

async function booksOf(memberId: string) {
  const [row] = await running.sql`select c.points,
      (select sum(points)::int from points_entry
        where business_id = c.business_id and member_id = c.id) as sum,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id and source = 'reward'
        and used_at is not null) as used,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id and source = 'reward'
        and used_at is null) as open
    from customer c where c.id = ${memberId}`
  return row
}

const offerReward = (isActive: boolean) =>
  running.sql`update reward set is_active = ${isActive} where id = ${shop.rewardId}`
const readAttention = async () =>
  (await owner.call('business.attention', { params: { businessId: shop.businessId } })).body

/** Erases the member through the link that is mailed to them. */
async function erase(member: { email: string; customerId: string }): Promise<void> {
  const { customerId, email } = member
  const visitor = new TestBrowser(running.url)
  const params = { customerId }
  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const ticket = /member-data#(\S+)/.exec((await readMail(running, email)).text)?.[1] ?? ''
  const erased = await visitor.call('customer.erase', { body: { ticket } })
  expect(erased.status).toBe(200)
}

test('keeps an overspent redemption as a debt that later points repay', async () => {
  expect((await choose(within)).body).toEqual({ trust: within, devices: 0 })
  const memberId = await signUp()
  const saved = [redeem(memberId, false), redeem(memberId, false)]
  const third = redeem(memberId)
  const { body } = await till.push(...saved, third)
  expect(body.verdicts).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
    { status: 'applied', result: { points: 50, owed: 50, memberId } },
  ])
  expect(await booksOf(memberId)).toEqual({ points: -50, sum: -50, used: 1, open: 2 })
  // The answer was lost: retrying the operation changes nothing.
  const again = await till.push(third)
  expect(again.body.verdicts[0]).toEqual(body.verdicts[2])
  expect(await booksOf(memberId)).toMatchObject({ points: -50, sum: -50 })

  const purchase = { purchaseId: newId(), memberId, amount: '70.00', note: null }
  const repaid = await till.push(till.make('purchase.record', purchase), redeem(memberId, false))
  expect(repaid.body.verdicts).toMatchObject([
    { status: 'applied' },
    { status: 'refused', code: 'points_short' },
  ])
  expect(await booksOf(memberId)).toMatchObject({ points: 20, sum: 20 })
})

test('includes the exact price in the cap', async () => {
  await choose({ pointsPerRedemption: 50, pointsPerDevice: 120 })
  const memberId = await signUp()
  const { body } = await till.push(redeem(memberId), redeem(memberId), redeem(memberId))
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(await booksOf(memberId)).toMatchObject({ points: -50, sum: -50 })
})

test('sends a debt to the devices that have the member', async () => {
  await choose(within)
  const memberId = await signUp()
  await till.push(redeem(memberId, false), redeem(memberId, false))
  const other = new TestDevice(owner)
  await other.pull()
  await till.push(redeem(memberId))
  const changed = (await other.pull()).flatMap(({ rows }) => rows.customer ?? [])
  expect(changed).toMatchObject([{ id: memberId, points: -50 }])
})

test('treats a covered redemption as ordinary, with a used coupon', async () => {
  await choose(within)
  const memberId = await signUp()
  const { body } = await till.push(redeem(memberId))
  expect(body.verdicts[0]?.result).not.toHaveProperty('owed')
  expect(await booksOf(memberId)).toEqual({ points: 50, sum: 50, used: 1, open: 0 })
})

test.each([
  ['while the owner confirms first', null],
  ['for a reward dearer than the cap', { pointsPerRedemption: 49, pointsPerDevice: 120 }],
])('requires enough points %s', async (_when, trust) => {
  await choose(within)
  await choose(trust)
  const memberId = await signUp()
  const { body } = await till.push(redeem(memberId), redeem(memberId), redeem(memberId))
  expect(body.verdicts).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
    { status: 'refused', code: 'points_short' },
  ])
  expect(await booksOf(memberId)).toEqual({ points: 0, sum: 0, used: 2, open: 0 })
})

test('shows the owner a refused one: the reward is gone, the points aren’t', async () => {
  await choose(within)
  const memberId = await signUp()
  await offerReward(false)
  const [asked, given] = [redeem(memberId, false), redeem(memberId)]
  const { body } = await till.push(asked, given)
  expect(body.verdicts).toMatchObject(Array(2).fill({ code: 'reward_unavailable' }))
  expect((await readAttention()).givenAway).toEqual([
    {
      operationId: given.operationId,
      memberId,
      memberName: 'Bo Castellan',
      rewardName: 'Coffee',
      code: 'reward_unavailable',
      message: 'This reward is no longer offered.',
      takenAt: given.madeAt,
      takenBy: expect.any(String),
    },
  ])
})

test('shows given-away rewards despite paid retries and malformed payloads', async () => {
  await choose(within)
  const memberId = await signUp()
  await offerReward(false)
  const [given, paid] = [redeem(memberId), redeem(memberId)]
  await till.push(given)
  const half = Math.ceil((limits.attentionRows + 1) / 2)
  const again = () => till.make('reward.redeem', paid.payload as RewardRedeem)
  const malformed = { rewardId: 'x', memberId, couponId: shop.rewardId, handedOver: true }
  const asked = await till.push(paid, ...Array.from({ length: half }, again))
  const wrong = await till.push(
    ...Array.from({ length: half }, () => ({ ...again(), payload: malformed })),
  )
  expect(asked.body.verdicts).toMatchObject(Array(half + 1).fill({ code: 'reward_unavailable' }))
  expect(wrong.body.verdicts).toMatchObject(Array(half).fill({ code: 'validation_failed' }))
  await offerReward(true)
  expect((await till.push(again())).body.verdicts).toMatchObject([{ status: 'applied' }])
  const { givenAway, more } = await readAttention()
  expect(givenAway.map((each) => each.operationId)).toEqual([given.operationId])
  expect(more).toBe(false)
})

test('hides a given-away reward once its member is erased', async () => {
  await choose(within)
  const memberId = await signUp()
  const leaver = { ...signUpPayload(), id: newKey() }
  await new TestBrowser(running.url).call('customer.signUp', {
    params: { code: shop.code },
    body: leaver,
  })
  await offerReward(false)
  await till.push(redeem(memberId), redeem(leaver.memberId))
  expect((await readAttention()).givenAway).toHaveLength(2)
  await erase({ email: leaver.email, customerId: leaver.id })
  const late = await till.push(redeem(leaver.memberId))
  expect(late.body.verdicts).toMatchObject([{ code: 'member_erased' }])
  expect((await readAttention()).givenAway.map((each) => each.memberId)).toEqual([memberId])
})

test('lets only the owner grant trust, informs devices and counts the worst case', async () => {
  await signUp()
  const { body } = await choose(within)
  expect(body).toEqual({ trust: within, devices: 1 })
  const pulled = await till.pull()
  expect(pulled.at(-1)?.rows.business?.[0]?.trust).toEqual(within)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  expect((await choose(null, staff)).status).toBe(403)
  running.turnClock(31 * 86_400_000)
  const later = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  expect((await later.call('business.offlineRedemption', { params })).body.devices).toBe(0)
  running.turnClock(-31 * 86_400_000)
})

test.each([
  { pointsPerRedemption: 0, pointsPerDevice: 120 },
  { pointsPerRedemption: 60.5, pointsPerDevice: 120 },
  { pointsPerRedemption: 60, pointsPerDevice: 59 },
  { pointsPerRedemption: 60, pointsPerDevice: 1e12 },
])('rejects caps %o', async (trust) => {
  expect((await choose(trust)).status).toBe(400)
})
