/**
 * `couponUse.undo`: staff take back the use of a coupon, which is then good again. An undo names the
 * use, so that it never takes back another person's.
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

/** A member with a reward's coupon, unused. */
async function redeem() {
  const signUp = signUpPayload()
  const { memberId } = signUp
  const couponId = newId()
  const { body } = await till.push(
    till.make('customer.signUp', signUp),
    till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
  )
  return { memberId, couponId, code: String(body.verdicts[1]?.result?.couponCode) }
}

const use = (code: string, useId: string, device = till) =>
  device.make('coupon.use', { code, useId })
const undo = (useId: string, of: { couponId: string; memberId: string }, device = till) =>
  device.make('couponUse.undo', {
    useId,
    couponId: of.couponId,
    memberId: of.memberId,
  })

async function couponOf({ couponId }: { couponId: string }) {
  const [row] = await running.sql`select used_at is not null as used, use_id as use from coupon
    where id = ${couponId}`
  return row
}

test('makes the coupon good again once, also when the answer is lost', async () => {
  const of = await redeem()
  const useId = newId()
  expect((await till.push(use(of.code, useId))).body.verdicts).toMatchObject([
    { status: 'applied' },
  ])
  expect(await couponOf(of)).toEqual({ used: true, use: useId })
  const operation = undo(useId, of)
  const first = await till.push(operation)
  const { couponId, memberId } = of
  expect(first.body.verdicts).toMatchObject([
    { status: 'applied', result: { couponId, memberId, useId } },
  ])
  expect((await till.push(operation)).body.verdicts).toEqual(first.body.verdicts)
  expect(await couponOf(of)).toEqual({ used: false, use: null })
  const again = await till.push(undo(useId, of), use(of.code, newId()))
  expect(again.body.verdicts).toMatchObject([
    { status: 'refused', code: 'coupon_use_undone' },
    { status: 'applied' },
  ])
})

test('never takes back a later use of the same coupon', async () => {
  const of = await redeem()
  const [first, second] = [newId(), newId()]
  await till.push(use(of.code, first), undo(first, of), use(of.code, second))
  const late = await till.push(undo(first, of))
  expect(late.body.verdicts).toMatchObject([{ status: 'refused', code: 'coupon_use_undone' }])
  expect(await couponOf(of)).toEqual({ used: true, use: second })
})

test('a later use under the same name is refused, so that no second undo reaches it', async () => {
  const of = await redeem()
  const useId = newId()
  const { body } = await till.push(use(of.code, useId), undo(useId, of), use(of.code, useId))
  expect(body.verdicts[2]).toMatchObject({ status: 'refused', code: 'id_taken' })
  expect(await couponOf(of)).toEqual({ used: false, use: null })
})

test('is refused with the use that it follows', async () => {
  const of = await redeem()
  const [theirs, ours] = [newId(), newId()]
  await till.push(use(of.code, theirs))
  const other = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const { body } = await other.push(use(of.code, ours, other), undo(ours, of, other))
  expect(body.verdicts).toMatchObject([
    { status: 'refused', code: 'coupon_used' },
    { status: 'refused', code: 'depends_on_refused' },
  ])
  expect(await couponOf(of)).toEqual({ used: true, use: theirs })
})

test('waits for a use that arrives later', async () => {
  const of = await redeem()
  const useId = newId()
  const early = await till.push(undo(useId, of))
  expect(early.body.verdicts).toMatchObject([{ status: 'parked' }])
  await till.push(use(of.code, useId))
  await expect.poll(() => couponOf(of)).toEqual({ used: false, use: null })
})

test('names the coupon that was used, of the same business', async () => {
  const [of, other] = [await redeem(), await redeem()]
  const useId = newId()
  await till.push(use(of.code, useId))
  const wrong = await till.push(undo(useId, { ...of, couponId: other.couponId }))
  expect(wrong.body.verdicts).toMatchObject([{ status: 'refused', code: 'coupon_use_undone' }])
  const elsewhere = await createTestBusiness(running)
  const stranger = new TestDevice(await new TestBrowser(running.url).signIn(elsewhere.ownerEmail))
  const theirs = await stranger.push(undo(useId, of, stranger))
  expect(theirs.body.verdicts).not.toMatchObject([{ status: 'applied' }])
  expect(await couponOf(of)).toEqual({ used: true, use: useId })
})
