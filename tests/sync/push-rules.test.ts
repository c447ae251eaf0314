/**
 * Push: how a business's rules judge late, repeated and concurrent operations. Numbers in the
 * titles refer to the scenarios in docs/proof.md.
 */
import { expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { openCounter } from './counter.ts'

const counter = openCounter()
const { newDevice, spentBy, balanceOf, signUp, purchase, redeem } = counter

test('25: gives one coupon when several devices redeem the last points', async () => {
  const memberId = await signUp()
  const devices = await Promise.all([newDevice(), newDevice(), newDevice()])
  const answers = await Promise.all(
    devices.map((each) =>
      each.push(
        each.make('reward.redeem', {
          couponId: newId(),
          memberId,
          rewardId: counter.shop.rewardId,
          pointsSeen: 50,
        }),
      ),
    ),
  )
  const codes = answers.map(({ body }) => body.verdicts[0]?.code ?? 'applied').sort()
  expect(codes).toEqual(['applied', 'applied', 'points_short'])
  expect(await balanceOf(memberId)).toBe(0)
})

test('20 (trust): gives one coupon for a hundred concurrent redemptions with points for one', async () => {
  const poor = await createTestBusiness(counter.running, { welcomePoints: 50 })
  const browser = await new TestBrowser(counter.running.url).signIn(poor.staffEmail)
  const first = new TestDevice(browser)
  const payload = signUpPayload()
  await first.push(first.make('customer.signUp', payload))
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => {
      const other = new TestDevice(browser)
      return other.push(
        other.make('reward.redeem', {
          couponId: newId(),
          memberId: payload.memberId,
          rewardId: poor.rewardId,
          pointsSeen: 50,
        }),
      )
    }),
  )
  const applied = answers.filter(({ body }) => body.verdicts[0]?.status === 'applied')
  expect(applied).toHaveLength(1)
  expect(await balanceOf(payload.memberId)).toBe(0)
})

test('26: leads staff to the one member when two devices sign up the same e-mail', async () => {
  const memberId = await signUp()
  const [row] = await counter.running.sql`select email from customer where id = ${memberId}`
  const other = await newDevice()
  const twin = signUpPayload({ email: row?.email.toUpperCase() ?? '' })
  const answer = await other.push(
    other.make('customer.signUp', twin),
    other.make('purchase.record', {
      purchaseId: newId(),
      memberId: twin.memberId,
      amount: '9.00',
      note: null,
    }),
  )
  expect(answer.body.verdicts).toMatchObject([
    { status: 'applied', result: { memberId, alreadyMember: true, bonusPoints: 0 } },
    { status: 'applied', result: { memberId } },
  ])
  expect(await balanceOf(memberId)).toBe(109)
})

test('26: never leads a member’s id to another member', async () => {
  const [victim, own] = [await signUp(), await signUp()]
  const [row] = await counter.running.sql`select email from customer where id = ${own}`
  const shadow = signUpPayload({ memberId: victim, email: row?.email ?? '' })
  expect(
    (await counter.device.push(counter.device.make('customer.signUp', shadow))).body.verdicts,
  ).toMatchObject([{ status: 'refused', code: 'id_taken' }])
  const till = await newDevice(counter.shop.ownerEmail)
  const record = till.make('purchase.record', {
    purchaseId: newId(),
    memberId: victim,
    amount: '500.00',
    note: null,
  })
  expect((await till.push(record)).body.verdicts).toMatchObject([
    { status: 'applied', result: { memberId: victim } },
  ])
  expect([await balanceOf(victim), await balanceOf(own)]).toEqual([600, 100])
})

test('27: refuses work for a member erased in the meantime', async () => {
  const memberId = await signUp()
  await counter.running.sql`update customer set erased_at = now() where id = ${memberId}`
  expect((await counter.device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
    { status: 'refused', code: 'member_erased' },
  ])
})

test('28: refuses a reward that expired, was paused or got more expensive in the meantime', async () => {
  const memberId = await signUp()
  const change = (text: string) =>
    counter.running.sql.unsafe(`update reward set ${text} where id = '${counter.shop.rewardId}'`)
  await change(`expiry_date = now() - interval '1 day'`)
  expect((await counter.device.push(redeem(memberId))).body.verdicts).toMatchObject([
    { code: 'reward_expired' },
  ])
  await change('expiry_date = null, is_active = false')
  expect((await counter.device.push(redeem(memberId))).body.verdicts).toMatchObject([
    { code: 'reward_unavailable' },
  ])
  await change('is_active = true, points_required = 60')
  expect((await counter.device.push(redeem(memberId))).body.verdicts).toMatchObject([
    { code: 'reward_changed' },
  ])
  await change('points_required = 40')
  expect((await counter.device.push(redeem(memberId))).body.verdicts).toMatchObject([
    { status: 'applied', result: { points: 40 } },
  ])
  await change('points_required = 50')
  expect(await balanceOf(memberId)).toBe(60)
})

test('29: refuses amounts out of bounds', async () => {
  const memberId = await signUp()
  const answer = await counter.device.push(
    purchase(memberId, '0.00'),
    purchase(memberId, '1e3'),
    purchase(memberId, '12.345'),
    purchase(memberId, '9999999.00'),
  )
  expect(answer.body.verdicts.map(({ code }) => code)).toEqual(
    Array.from({ length: 4 }, () => 'validation_failed'),
  )
  expect(await balanceOf(memberId)).toBe(100)
})

test('reverses a purchase once, with its points and money', async () => {
  const memberId = await signUp()
  const purchaseId = newId()
  await counter.device.push(purchase(memberId, '25.00', purchaseId))
  expect(await spentBy(memberId)).toBe(2500)
  const reverse = () => counter.device.make('purchase.reverse', { purchaseId, memberId })
  expect((await counter.device.push(reverse(), reverse())).body.verdicts).toMatchObject([
    { status: 'applied', result: { points: -25 } },
    { status: 'refused', code: 'purchase_reversed' },
  ])
  expect(await balanceOf(memberId)).toBe(100)
  expect(await spentBy(memberId)).toBe(0)
})

test('refuses to reverse a purchase whose points are spent', async () => {
  const memberId = await signUp()
  const purchaseId = newId()
  await counter.device.push(purchase(memberId, '50.00', purchaseId))
  await counter.device.push(redeem(memberId), redeem(memberId), redeem(memberId))
  expect(
    (await counter.device.push(counter.device.make('purchase.reverse', { purchaseId, memberId })))
      .body.verdicts,
  ).toMatchObject([{ status: 'refused', code: 'points_spent' }])
  expect(await balanceOf(memberId)).toBe(0)
})

test('uses a coupon once', async () => {
  const memberId = await signUp()
  const redeemed = await counter.device.push(redeem(memberId))
  const code = String(redeemed.body.verdicts[0]?.result?.couponCode)
  const use = (text: string) => counter.device.make('coupon.use', { code: text })
  const answer = await counter.device.push(use(code), use(code), use('AAAA-BBBB-CCCC'))
  expect(answer.body.verdicts).toMatchObject([
    { status: 'applied', result: { memberId } },
    { status: 'refused', code: 'coupon_used' },
    { status: 'refused', code: 'coupon_unknown' },
  ])
})
