/**
 * An owner's rewards: terms, two editors, stock and limits, by push and by the documented calls.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { RewardTerms } from '#schema/contract/reward.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const params = () => ({ businessId: shop.businessId })
const terms = (changes: Partial<RewardTerms> = {}): RewardTerms => ({
  name: 'Free cake',
  description: 'A slice of the day',
  discountType: 'fixed',
  discountValue: '4.50',
  pointsRequired: 20,
  expiryDate: null,
  stock: null,
  limitPerMember: null,
  ...changes,
})
const create = async (changes: Partial<RewardTerms> = {}) =>
  (await owner.browser.call('business.createReward', { params: params(), body: terms(changes) }))
    .body
const signUp = async (device = staff) => {
  const payload = signUpPayload()
  await device.push(device.make('customer.signUp', payload))
  return payload.memberId
}
const redeem = (device: TestDevice, memberId: string, rewardId: string) =>
  device.make('reward.redeem', { couponId: newId(), memberId, rewardId, pointsSeen: 20 })
const pulledReward = async (device: TestDevice, id: string) =>
  (await device.pull()).flatMap(({ rows }) => rows.reward ?? []).findLast((row) => row.id === id)

describe('creating and changing', () => {
  test('makes the same reward by documented call and by push', async () => {
    const created = await owner.browser.call('business.createReward', {
      params: params(),
      body: terms({ stock: 5 }),
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'Free cake',
        discountValue: '4.50',
        isActive: true,
        stock: 5,
        redeemedCount: 0,
      },
    })
    const rewardId = newId()
    const pushed = await owner.push(
      owner.make('reward.create', { ...terms({ stock: 5 }), rewardId }),
    )
    const { id: _, revision: __, ...one } = created.body
    expect(pushed.body.verdicts[0]?.result?.reward).toMatchObject({ id: rewardId, ...one })
    const listed = await owner.browser.call('business.rewards', { params: params() })
    expect(listed.body.map(({ id }) => id)).toEqual(
      expect.arrayContaining([rewardId, created.body.id]),
    )
    expect(await pulledReward(staff, rewardId)).toMatchObject({ id: rewardId, ...one })
  })

  test('answers a repeated key with the same bytes and one reward', async () => {
    const ask = () =>
      owner.browser.call('business.createReward', {
        params: params(),
        body: terms({ name: 'Once' }),
        headers: { 'Idempotency-Key': 'one-reward' },
      })
    const answers = [await ask(), await ask(), await ask()]
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const listed = await owner.browser.call('business.rewards', { params: params() })
    expect(listed.body.filter(({ name }) => name === 'Once')).toHaveLength(1)
  })

  test('changes only the named fields', async () => {
    const { id, revision } = await create({ stock: 3 })
    const changed = await owner.browser.call('business.changeReward', {
      params: { ...params(), rewardId: id },
      body: { revision, pointsRequired: 35 },
    })
    expect(changed.body).toMatchObject({ ...terms({ stock: 3 }), pointsRequired: 35 })
    expect(changed.body.revision).not.toBe(revision)
  })

  test.each([
    ['a percentage is no free item', { discountType: 'percentage', discountValue: '10.00' }, false],
    ['an older app’s other price keeps it', { discountType: 'fixed', discountValue: '5.00' }, true],
    ['an older app’s other name keeps it', { name: 'Free pie' }, true],
    ['a dollar amount that is none', { freeItem: false }, false],
  ] as const)('a free item changes: %s', async (_, changes, freeItem) => {
    const { id: rewardId, revision } = await create({ freeItem: true })
    const change = owner.make('reward.change', { rewardId, revision, changes })
    const { verdicts } = (await owner.push(change)).body
    expect(verdicts[0]?.result?.reward).toMatchObject({ ...changes, freeItem })
    expect(await pulledReward(staff, rewardId)).toMatchObject({ freeItem })
  })

  test('ends a free item with its dollar amount, however it is asked for', async () => {
    const percentage = { discountType: 'percentage', discountValue: '10.00' } as const
    const created = await create({ ...percentage, freeItem: true })
    expect(created).toMatchObject({ ...percentage, freeItem: false })
    const change = async (revision: string, changes: Partial<RewardTerms>) => {
      const body = { revision, ...changes }
      const reward = { ...params(), rewardId: created.id }
      return (await owner.browser.call('business.changeReward', { params: reward, body })).body
    }
    const asked = await change(created.revision, { freeItem: true })
    expect(asked).toMatchObject({ ...percentage, freeItem: false })
    const given = { discountType: 'fixed', discountValue: '3.00', freeItem: true } as const
    const free = await change(asked.revision, given)
    expect(free).toMatchObject(given)
    const ended = await change(free.revision, { ...percentage, freeItem: true })
    expect(ended).toMatchObject({ ...percentage, freeItem: false })
    // An older app says "a dollar amount", and doesn't know the flag.
    const dollars = { discountType: 'fixed', discountValue: '2.00' } as const
    expect(await change(ended.revision, dollars)).toMatchObject({ ...dollars, freeItem: false })
  })

  test('a coupon issued for a free item stays one, whatever becomes of the reward', async () => {
    const { id, revision } = await create({ freeItem: true })
    const customerId = newKey()
    const payload = { ...signUpPayload(), id: customerId }
    const visitor = new TestBrowser(running.url)
    await visitor.call('customer.signUp', { params: { code: shop.code }, body: payload })
    const redeemedBy = async () => {
      const redeeming = { params: { customerId, rewardId: id } }
      return (await visitor.call('reward.redeem', redeeming)).body.couponCode
    }
    const free = await redeemedBy()
    const changes = { freeItem: false }
    await owner.push(owner.make('reward.change', { rewardId: id, revision, changes }))
    const priced = await redeemedBy()
    const pulled = (await staff.pull()).flatMap(({ rows }) => rows.coupon ?? [])
    const card = await visitor.call('customer.page', { params: { customerId } })
    for (const [code, freeItem] of [
      [free, true],
      [priced, false],
    ] as const) {
      const body = { code }
      const checked = await staff.browser.call('business.verifyCoupon', { params: params(), body })
      expect(checked.body.coupon).toMatchObject({ discountValue: '4.50', freeItem })
      const ofCode = ({ id: couponId }: { id: string }) => couponId === checked.body.coupon?.id
      expect(pulled.find(ofCode)).toMatchObject({ freeItem })
      expect(card.body.coupons.find(ofCode)).toMatchObject({ freeItem })
    }
  })

  test('refuses the second of two editors and overwrites nothing', async () => {
    const { id, revision } = await create()
    const second = new TestDevice(owner.browser)
    const change = (device: TestDevice, name: string) =>
      device.make('reward.change', { rewardId: id, revision, changes: { name } })
    const first = change(owner, 'By the first')
    expect((await owner.push(first)).body.verdicts).toMatchObject([{ status: 'applied' }])
    const late = await second.push(change(second, 'By the second'))
    expect(late.body.verdicts).toMatchObject([
      { status: 'refused', code: 'reward_changed_meanwhile' },
    ])
    const called = await owner.browser.call('business.changeReward', {
      params: { ...params(), rewardId: id },
      body: { revision, name: 'By a call' },
    })
    expect(called).toMatchObject({ status: 409, body: { code: 'reward_changed_meanwhile' } })
    expect(await pulledReward(owner, id)).toMatchObject({ name: 'By the first' })
    // A change queued after the owner's own change already has its revision.
    const next = owner.make('reward.change', {
      rewardId: id,
      revision: first.operationId,
      changes: { isActive: false },
    })
    expect((await owner.push(next)).body.verdicts).toMatchObject([{ status: 'applied' }])
  })

  test('resumes a paused reward, and neither changes nor lists a retired one', async () => {
    const { id, revision } = await create()
    const change = async (seen: string, changes: object) => {
      const operation = owner.make('reward.change', { rewardId: id, revision: seen, changes })
      const [verdict] = (await owner.push(operation)).body.verdicts
      return { ...verdict, revision: operation.operationId }
    }
    const paused = await change(revision, { isActive: false })
    const memberId = await signUp()
    expect((await staff.push(redeem(staff, memberId, id))).body.verdicts).toMatchObject([
      { code: 'reward_unavailable' },
    ])
    const resumed = await change(paused.revision, { isActive: true })
    expect((await staff.push(redeem(staff, memberId, id))).body.verdicts).toMatchObject([
      { status: 'applied' },
    ])
    const retired = await change(resumed.revision, { retired: true })
    expect(await change(retired.revision, { isActive: true })).toMatchObject({
      code: 'reward_retired',
    })
    const listed = await owner.browser.call('business.rewards', { params: params() })
    expect(listed.body.map(({ id: each }) => each)).not.toContain(id)
  })

  test('refuses what depends on a refused reward', async () => {
    const rewardId = newId()
    const answer = await owner.push(
      owner.make('reward.create', { ...terms({ pointsRequired: 0 }), rewardId }),
      owner.make('reward.change', { rewardId, revision: newId(), changes: { isActive: false } }),
    )
    expect(answer.body.verdicts).toMatchObject([
      { code: 'validation_failed' },
      { code: 'depends_on_refused' },
    ])
  })

  test('refuses staff, and hides rewards of other businesses', async () => {
    const asked = staff.make('reward.create', { ...terms(), rewardId: newId() })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
    const other = await createTestBusiness(running)
    const foreign = await owner.browser.call('business.changeReward', {
      params: { ...params(), rewardId: other.rewardId },
      body: { revision: newId(), name: 'Mine' },
    })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const pushed = owner.make('reward.change', {
      rewardId: other.rewardId,
      revision: '00000000-0000-0000-0000-000000000000',
      changes: { name: 'Mine' },
    })
    // As far as this business knows, the reward's creation may still be on another device.
    expect((await owner.push(pushed)).body.verdicts).toMatchObject([
      { status: 'parked', code: 'work_not_arrived' },
    ])
  })

  test.each([
    ['pointsRequired', 0],
    ['pointsRequired', -5],
    ['pointsRequired', 1.5],
    ['pointsRequired', 1e12],
    ['discountValue', '0'],
    ['discountValue', '-1'],
    ['discountValue', '12.345'],
    ['discountValue', '1e3'],
    ['stock', 0],
    ['limitPerMember', 2.5],
    ['name', '  '],
    ['name', 'x'.repeat(121)],
    ['expiryDate', 'tomorrow'],
  ])('%s of %s is refused with a sentence at its field', async (field, value) => {
    const answer = await owner.browser.call('business.createReward', {
      params: params(),
      body: { ...terms(), [field]: value },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(answer.body.errors?.map((error) => error.field)).toEqual([field])
  })

  test('reports a percentage above 100 along with other errors', async () => {
    const answer = await owner.browser.call('business.createReward', {
      params: params(),
      body: terms({ name: '', discountType: 'percentage', discountValue: '101' }),
    })
    expect(answer.body.errors).toMatchObject([
      { field: 'name' },
      { field: 'discountValue', message: 'A percentage can be at most 100' },
    ])
  })

  test('refuses a past expiry, unless it passed while queued', async () => {
    const passed = '2026-01-31T23:59:59.999Z'
    const message = 'This day has passed. Choose today or a later day.'
    const called = await owner.browser.call('business.createReward', {
      params: params(),
      body: terms({ expiryDate: passed }),
    })
    expect(called).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
    const rewardId = newId()
    const queued = owner.make('reward.create', { ...terms({ expiryDate: passed }), rewardId })
    const dashboard = async () =>
      (await owner.browser.call('business.get', { params: params() })).body.counts
    const before = await dashboard()
    expect(
      (await owner.push({ ...queued, madeAt: '2026-01-30T12:00:00.000Z' })).body,
    ).toMatchObject({ verdicts: [{ status: 'applied' }] })
    // Expired or not, the dashboard counts every active reward.
    expect(await dashboard()).toEqual({ ...before, activeRewards: before.activeRewards + 1 })

    const change = (revision: string, changes: object) =>
      owner.browser.call('business.changeReward', {
        params: { ...params(), rewardId },
        body: { revision, ...changes },
      })
    const renamed = await change(queued.operationId, { name: 'Old cake', expiryDate: passed })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Old cake', expiryDate: passed } })
    expect(
      await change(renamed.body.revision, { expiryDate: '2026-02-02T00:00:00.000Z' }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
  })

  test('records every change in the audit log with its reward', async () => {
    const { id, revision } = await create()
    await owner.push(
      owner.make('reward.change', { rewardId: id, revision, changes: { isActive: false } }),
    )
    const log = await owner.browser.call('business.audit', {
      params: params(),
      query: { act: 'reward.' },
    })
    const lines = log.body
      .filter(({ subject }) => subject === id)
      .map(({ act, outcome, reward }) => [act, outcome, reward])
    expect(lines).toEqual([
      ['reward.change', 'done', 'Free cake'],
      ['reward.create', 'done', 'Free cake'],
    ])
  })
})

describe('stock and limits', () => {
  test('issue one coupon for 30 simultaneous redemptions of the last one', async () => {
    const { id } = await create({ stock: 1 })
    const members = await Promise.all(
      Array.from({ length: 30 }, () => signUp(new TestDevice(staff.browser))),
    )
    const answers = await Promise.all(
      members.map((memberId) => {
        const device = new TestDevice(staff.browser)
        return device.push(redeem(device, memberId, id))
      }),
    )
    const codes = answers.map(({ body }) => body.verdicts[0]?.code ?? body.verdicts[0]?.status)
    expect(codes.filter((code) => code === 'applied')).toHaveLength(1)
    expect(codes.filter((code) => code === 'reward_sold_out')).toHaveLength(29)
    const [sums] = await running.sql<{ coupons: number; spent: number; counted: number }[]>`select
      (select count(*)::int from coupon where reward_id = ${id}) as coupons,
      (select count(*)::int from points_entry
        where member_id = any(${members}) and reason = 'redemption') as spent,
      (select redeemed_count from reward where id = ${id}) as counted`
    expect(sums).toEqual({ coupons: 1, spent: 1, counted: 1 })
  })

  test('hold a member’s limit across devices, and a refusal takes nothing', async () => {
    const { id } = await create({ limitPerMember: 2, stock: 10 })
    const memberId = await signUp()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const device = new TestDevice(staff.browser)
        return device.push(redeem(device, memberId, id))
      }),
    )
    const codes = answers.map(({ body }) => body.verdicts[0]?.code ?? body.verdicts[0]?.status)
    expect(codes.filter((code) => code === 'applied')).toHaveLength(2)
    expect(codes.filter((code) => code === 'reward_limit_reached')).toHaveLength(3)
    const [left] =
      await running.sql`select (select points from customer where id = ${memberId}) as points,
      (select redeemed_count from reward where id = ${id}) as counted`
    expect(left).toEqual({ points: 60, counted: 2 })
  })

  test('are given back by an undone redemption', async () => {
    const { id } = await create({ limitPerMember: 1, stock: 1 })
    const memberId = await signUp()
    const first = redeem(staff, memberId, id)
    const { couponId } = first.payload as { couponId: string }
    const answer = await staff.push(
      first,
      redeem(staff, memberId, id),
      staff.make('redemption.undo', { couponId, memberId }),
      redeem(staff, memberId, id),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'applied' },
      { code: 'reward_sold_out' },
      { status: 'applied' },
      { status: 'applied' },
    ])
  })

  test('stay unchanged when points are short', async () => {
    const { id } = await create({ stock: 1, limitPerMember: 1, pointsRequired: 500 })
    const memberId = await signUp()
    const wish = staff.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId: id,
      pointsSeen: 500,
    })
    expect((await staff.push(wish)).body.verdicts).toMatchObject([
      {
        code: 'points_short',
        message: 'Not enough points: this reward costs 500, and the balance is 100.',
      },
    ])
    const [row] =
      await running.sql`select (select redeemed_count from reward where id = ${id}) as counted,
      (select count(*)::int from reward_use where reward_id = ${id}) as uses`
    expect(row).toEqual({ counted: 0, uses: 0 })
  })

  test('hide paused, expired and retired rewards from the customer’s page', async () => {
    const memberId = await signUp()
    const rewards = await Promise.all([create(), create(), create(), create()])
    const [paused, expired, retired, offered] = rewards.map(({ id }) => id)
    await running.sql`
      update reward set expiry_date = now() - interval '1 day' where id = ${String(expired)}`
    const of = (rewardId: string | undefined, changes: object) => {
      const { revision } = rewards.find(({ id }) => id === rewardId) ?? { revision: '' }
      return owner.make('reward.change', { rewardId: String(rewardId), revision, changes })
    }
    const { body } = await owner.push(
      of(paused, { isActive: false }),
      of(retired, { retired: true }),
    )
    expect(body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    const page = await staff.browser.call('customer.page', { params: { customerId: memberId } })
    const shown = page.body.availableRewards.map(({ id }) => id)
    expect(rewards.map(({ id }) => shown.includes(id))).toEqual([false, false, false, true])
    expect(offered).toBe(rewards[3]?.id)
    const answer = await staff.push(
      ...[paused, expired, retired].map((id) => redeem(staff, memberId, String(id))),
    )
    expect(answer.body.verdicts.map(({ code }) => code)).toEqual([
      'reward_unavailable',
      'reward_expired',
      'reward_unavailable',
    ])
  })

  test('hide a sold-out reward from the customer’s page', async () => {
    const { id } = await create({ stock: 1 })
    const memberId = await signUp()
    const page = () => staff.browser.call('customer.page', { params: { customerId: memberId } })
    expect((await page()).body.availableRewards.map((reward) => reward.id)).toContain(id)
    await staff.push(redeem(staff, memberId, id))
    expect((await page()).body.availableRewards.map((reward) => reward.id)).not.toContain(id)
  })
})
