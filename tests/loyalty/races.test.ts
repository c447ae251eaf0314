/**
 * Many devices act at the same instant on one coupon, purchase, welcome or campaign, and balances
 * reach their bounds: each act counts once, and the ledger adds up afterwards.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import type { OperationName, OperationPayload } from '#schema/contract/operation.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const atOnce = 30
const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let memberId: string

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
})
beforeEach(async () => {
  const person = signUpPayload()
  memberId = person.memberId
  await owner.push(owner.make('customer.signUp', person))
})

const outcome = (verdict: { status: string; code?: string | null } | undefined) =>
  verdict?.code ?? verdict?.status

/** One operation each from as many devices. @returns how often each outcome occurred */
async function race<Name extends OperationName>(
  name: Name,
  payloadOf: (n: number) => OperationPayload<Name>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, n) => {
      const device = new TestDevice(owner.browser)
      return device.push(device.make(name, payloadOf(n)))
    }),
  )
  const ends: Record<string, number> = {}
  for (const { status, body } of answers) {
    const end = status === 200 ? String(outcome(body.verdicts[0])) : String(status)
    ends[end] = (ends[end] ?? 0) + 1
  }
  return ends
}

const standing = async () =>
  (
    await running.sql`select points, total_spent_cents::int as spent from customer
      where id = ${memberId}`
  )[0]

const expectSound = async () =>
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])

/** A reward at this price, redeemed this often. @returns the coupons */
async function redeem(pointsRequired: number, times: number) {
  const { body } = await owner.browser.call('business.createReward', {
    params: { businessId: shop.businessId },
    body: {
      name: 'Free cake',
      description: '',
      discountType: 'fixed',
      discountValue: '4.50',
      pointsRequired,
      expiryDate: null,
      stock: times,
      limitPerMember: times,
    },
  })
  const asked = Array.from({ length: times }, () =>
    owner.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId: body.id,
      pointsSeen: pointsRequired,
    }),
  )
  const { body: answer } = await owner.push(...asked)
  expect(new Set(answer.verdicts.map(outcome))).toEqual(new Set(['applied']))
  return {
    rewardId: body.id,
    coupons: asked.map(({ payload }) => (payload as { couponId: string }).couponId),
    codes: answer.verdicts.map(({ result }) => String(result?.couponCode)),
  }
}

test('either uses or undoes a coupon when both happen at once', async () => {
  const { rewardId, coupons, codes } = await redeem(20, 1)
  const [couponId = '', code = ''] = [coupons[0], codes[0]]
  const [used, undone] = await Promise.all([
    race('coupon.use', () => ({ code })),
    race('redemption.undo', () => ({ couponId, memberId })),
  ])
  expect([used, undone]).toContainEqual(
    used.applied ? { coupon_used: atOnce } : { coupon_void: atOnce },
  )
  expect((used.applied ?? 0) + (undone.applied ?? 0)).toBe(1)
  const [row] = await running.sql`select redeemed_count as counted, (select count from reward_use u
    where u.business_id = r.business_id and u.reward_id = r.id and u.member_id = ${memberId}) as uses
    from reward r where id = ${rewardId}`
  const taken = used.applied ? 1 : 0
  expect(row).toEqual({ counted: taken, uses: taken })
  expect(await standing()).toMatchObject({ points: taken ? 80 : 100 })
  await expectSound()
})

test('reverses no more than the purchase when reversals happen at once', async () => {
  const purchaseId = newId()
  await owner.push(owner.make('purchase.record', { purchaseId, memberId, amount: '10.00' }))
  const ends = await race('purchase.reverse', () => ({ purchaseId, memberId, amount: '3.00' }))
  expect(ends).toEqual({ applied: 3, reversal_too_large: atOnce - 3 })
  expect(await standing()).toEqual({ points: 101, spent: 100 })
  await expectSound()
})

test('spends points once when they are spent and adjusted at once', async () => {
  const { rewardId } = await redeem(1, 1)
  await owner.browser.call('business.changeReward', {
    params: { businessId: shop.businessId, rewardId },
    body: {
      revision: await revisionOf(rewardId),
      stock: null,
      limitPerMember: null,
      pointsRequired: 60,
    },
  })
  const [spent, taken] = await Promise.all([
    race('reward.redeem', () => ({ couponId: newId(), memberId, rewardId, pointsSeen: 60 })),
    race('points.adjust', () => ({ memberId, points: -60, reason: 'Counted twice' })),
  ])
  expect((spent.applied ?? 0) + (taken.applied ?? 0)).toBe(1)
  expect((spent.points_short ?? 0) + (taken.points_short ?? 0)).toBe(2 * atOnce - 1)
  expect(await standing()).toMatchObject({ points: 39 })
  await expectSound()
})

const revisionOf = async (rewardId: string) =>
  (await running.sql<{ revision: string }[]>`select revision from reward where id = ${rewardId}`)[0]
    ?.revision ?? ''

test('decides a held welcome once, however many decide', async () => {
  const visitor = new TestBrowser(running.url)
  for (const email of ['mailbox@example.com', 'mailbox+two@example.com']) {
    const body = signUpPayload({ email })
    memberId = body.memberId
    await visitor.call('customer.signUp', { params: { code: shop.code }, body })
  }
  expect(await standing()).toMatchObject({ points: 0 })
  const ends = await race('welcome.decide', (n) => ({ memberId, release: n % 2 === 0 }))
  expect(ends).toEqual({ applied: 1, welcome_decided: atOnce - 1 })
  const [given] = await running.sql`
    select (select count(*)::int from coupon where member_id = ${memberId}) as coupons,
    (select points from customer where id = ${memberId}) as points`
  expect([
    { coupons: 0, points: 0 },
    { coupons: 1, points: 100 },
  ]).toContainEqual(given)
  await expectSound()
})

test('accepts one of many simultaneous campaign edits and refuses the others', async () => {
  const campaignId = newId()
  const created = owner.make('campaign.create', { ...campaignTerms(), campaignId })
  await owner.push(created)
  const ends = await race('campaign.change', (n) => ({
    campaignId,
    revision: created.operationId,
    changes: { name: `Edit ${n}` },
  }))
  expect(ends).toEqual({ applied: 1, campaign_changed_meanwhile: atOnce - 1 })
})

test('refuses points returned to a full balance without a server error', async () => {
  const each = limits.pointsMax
  const times = 15
  const add = () => owner.make('points.adjust', { memberId, points: each, reason: 'Moved over' })
  await owner.push(...Array.from({ length: times }, add))
  const { coupons } = await redeem(each, times)
  await fill(serverLimits.balanceMax)
  const undone = await owner.push(
    ...coupons.map((couponId) => owner.make('redemption.undo', { couponId, memberId })),
  )
  expect(new Set(undone.body.verdicts?.map(outcome))).toEqual(new Set(['points_over']))
  expect(await standing()).toMatchObject({ points: serverLimits.balanceMax })
})

test('refuses a debt beyond the balance’s bound', async () => {
  await fill(-serverLimits.balanceMax)
  const answer = await owner.push(
    owner.make('points.adjust', { memberId, points: -1, reason: 'Once more', acceptDebt: true }),
  )
  expect(answer.body.verdicts).toMatchObject([{ code: 'points_over' }])
  expect(await standing()).toMatchObject({ points: -serverLimits.balanceMax })
})

/** Sets the balance, with a matching entry, as after many years. */
async function fill(points: number): Promise<void> {
  await running.sql`update points_entry e set points = e.points + ${points} - c.points
    from customer c where c.business_id = e.business_id and c.id = e.member_id
      and c.id = ${memberId} and e.reason = 'welcome'`
  await running.sql`update customer set points = ${points} where id = ${memberId}`
}
