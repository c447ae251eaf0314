/**
 * `redemption.undo`: staff take a redemption back while its coupon is unused. The points return
 * once, the coupon is void, and a coupon is used or void, never both.
 */
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let till: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  till = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const undo = (couponId: string, memberId: string, device = till) =>
  device.make('redemption.undo', { couponId, memberId })

/** A member with 100 points who has redeemed 50 of them. */
async function redeem() {
  const signUp = signUpPayload()
  const couponId = newId()
  const { memberId } = signUp
  const payload = { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }
  const { body } = await till.push(
    till.make('customer.signUp', signUp),
    till.make('reward.redeem', payload),
  )
  return { memberId, couponId, code: String(body.verdicts[1]?.result?.couponCode) }
}

async function booksOf(memberId: string) {
  const [row] = await running.sql`select c.points,
      (select sum(points)::int from points_entry
        where business_id = c.business_id and member_id = c.id) as sum,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id
          and voided_at is not null) as voided,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id and used_at is not null) as used
    from customer c where c.id = ${memberId}`
  return row
}

test('gives the points back once and voids the coupon', async () => {
  const { memberId, couponId, code } = await redeem()
  const operation = undo(couponId, memberId)
  const first = await till.push(operation)
  expect(first.body.verdicts).toMatchObject([
    { status: 'applied', result: { points: 50, memberId } },
  ])
  // The answer was lost: retry the same operation.
  const again = await till.push(operation)
  expect(again.body.verdicts).toEqual(first.body.verdicts)
  const later = await till.push(undo(couponId, memberId), till.make('coupon.use', { code }))
  expect(later.body.verdicts).toMatchObject([
    { status: 'refused', code: 'coupon_void' },
    { status: 'refused', code: 'coupon_void' },
  ])
  expect(await booksOf(memberId)).toEqual({ points: 100, sum: 100, voided: 1, used: 0 })
})

test('the activity log names the reward of a redemption, a use and both undos', async () => {
  const { memberId, couponId, code } = await redeem()
  const other = await redeem()
  const useId = newId()
  const { body } = await till.push(
    undo(other.couponId, other.memberId),
    till.make('coupon.use', { code, useId }),
    till.make('couponUse.undo', { useId, couponId, memberId }),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const log = await owner.call('business.audit', { params: { businessId: shop.businessId } })
  const [reward] = await running.sql`select description from coupon where id = ${couponId}`
  const members = [memberId, other.memberId]
  const lines = log.body
    .filter(
      ({ act, customer }) =>
        act !== 'customer.signUp' && members.includes(customer?.memberId ?? ''),
    )
    .map((line) => [line.act, line.reward])
  expect(lines.toSorted()).toEqual([
    ['coupon.use', reward?.description],
    ['couponUse.undo', reward?.description],
    ['redemption.undo', reward?.description],
    ['reward.redeem', reward?.description],
    ['reward.redeem', reward?.description],
  ])
})

test('lets the same member redeem a limited reward again', async () => {
  const signUp = signUpPayload()
  const { memberId } = signUp
  const owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const rewardId = newId()
  const redeem = (couponId: string) =>
    owner.make('reward.redeem', { couponId, memberId, rewardId, pointsSeen: 20 })
  const [first, second, third] = [newId(), newId(), newId()]
  const { body } = await owner.push(
    owner.make('customer.signUp', signUp),
    owner.make('reward.create', {
      rewardId,
      name: 'The last cake',
      description: '',
      pointsRequired: 20,
      discountType: 'fixed',
      discountValue: '2.00',
      expiryDate: null,
      stock: 1,
      limitPerMember: 1,
    }),
    redeem(first),
    redeem(second),
    undo(first, memberId, owner),
    redeem(third),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual([
    'applied',
    'applied',
    'applied',
    'refused',
    'applied',
    'applied',
  ])
  expect(await booksOf(memberId)).toEqual({ points: 80, sum: 80, voided: 1, used: 0 })
})

test('is refused once the coupon is used', async () => {
  const { memberId, couponId, code } = await redeem()
  const { body } = await till.push(till.make('coupon.use', { code }), undo(couponId, memberId))
  expect(body.verdicts).toMatchObject([
    { status: 'applied' },
    { status: 'refused', code: 'coupon_used' },
  ])
  expect(await booksOf(memberId)).toEqual({ points: 50, sum: 50, voided: 0, used: 1 })
})

test('counts exactly one of two undoes and a use at the same moment', async () => {
  const { memberId, couponId, code } = await redeem()
  const others = await Promise.all(
    [shop.ownerEmail, shop.staffEmail].map(
      async (email) => new TestDevice(await new TestBrowser(running.url).signIn(email)),
    ),
  )
  const [one, other] = others as [TestDevice, TestDevice]
  const answers = await Promise.all([
    one.push(undo(couponId, memberId, one)),
    other.push(undo(couponId, memberId, other)),
    till.push(till.make('coupon.use', { code })),
  ])
  const applied = answers.filter(({ body }) => body.verdicts[0]?.status === 'applied')
  expect(applied).toHaveLength(1)
  const books = await booksOf(memberId)
  expect([books?.points, books?.voided, books?.used]).toEqual(
    books?.used ? [50, 0, 1] : [100, 1, 0],
  )
})

test('leaves nothing behind when queued with its redemption', async () => {
  const signUp = signUpPayload()
  const { memberId } = signUp
  const couponId = newId()
  const { body } = await till.push(
    till.make('customer.signUp', signUp),
    till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
    undo(couponId, memberId),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(await booksOf(memberId)).toEqual({ points: 100, sum: 100, voided: 1, used: 0 })
})

test('of a refused redemption is refused with the reason, of a welcome as unknown', async () => {
  const { memberId } = await redeem()
  const couponId = newId()
  const { body } = await till.push(
    till.make('reward.redeem', { couponId, memberId, rewardId: newId(), pointsSeen: 50 }),
    undo(couponId, memberId),
  )
  expect(body.verdicts).toMatchObject([
    { status: 'refused', code: 'reward_unavailable' },
    { status: 'refused', code: 'depends_on_refused' },
  ])
  const [welcome] =
    await running.sql`select id from coupon where member_id = ${memberId} and source = 'welcome'`
  const answer = await till.push(undo(String(welcome?.id), memberId))
  expect(answer.body.verdicts).toMatchObject([{ status: 'refused', code: 'redemption_unknown' }])
})

test('reaches only its own business', async () => {
  const { memberId, couponId } = await redeem()
  const elsewhere = await createTestBusiness(running)
  const stranger = new TestDevice(await new TestBrowser(running.url).signIn(elsewhere.ownerEmail))
  const { body } = await stranger.push(undo(couponId, memberId, stranger))
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
  expect(await booksOf(memberId)).toEqual({ points: 50, sum: 50, voided: 0, used: 0 })
})
