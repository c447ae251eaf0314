/** Points outstanding, their value, redemption rate and breakage, each derived from the ledger. */
import { expect, test } from 'vitest'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()

async function open(changes: Parameters<typeof createTestBusiness>[1] = {}) {
  const shop = await createTestBusiness(running, { welcomePoints: 0, ...changes })
  const owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const figures = () =>
    owner.browser.call('business.pointsFigures', { params: { businessId: shop.businessId } })
  return { ...shop, owner, figures }
}

test('are zero or null for a new business', async () => {
  const { figures } = await open()
  expect((await figures()).body).toMatchObject({
    outstanding: 0,
    value: '0.00',
    redemptionRate: null,
    breakageRate: null,
  })
})

test('count purchases, reversals, adjustments, redemptions and undone ones', async () => {
  const { owner, figures, rewardId } = await open()
  const { memberId, ...person } = signUpPayload()
  const purchaseId = newId()
  const redeem = (couponId: string) =>
    owner.make('reward.redeem', { couponId, memberId, rewardId, pointsSeen: 50 })
  const undone = newId()
  const { body } = await owner.push(
    owner.make('customer.signUp', { memberId, ...person }),
    owner.make('purchase.record', { purchaseId, memberId, amount: '220.00', note: null }),
    owner.make('purchase.reverse', { purchaseId, memberId, amount: '30.00' }),
    owner.make('points.adjust', { memberId, points: 10, reason: 'Late' }),
    redeem(newId()),
    redeem(undone),
    owner.make('redemption.undo', { couponId: undone, memberId }),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(Array(7).fill('applied'))
  // 220 - 30 + 10 given, 50 spent; a coffee of $3.00 for 50 points is six cents a point.
  expect((await figures()).body).toMatchObject({
    issued: 200,
    redeemed: 50,
    redemptionRate: 0.25,
    outstanding: 150,
    value: '9.00',
    dormant: 0,
    breakageRate: 0,
  })
})

test('count quiet members’ points as breakage, and have no value without a dollar reward', async () => {
  const { owner, figures, businessId } = await open()
  const [quiet, busy] = [signUpPayload(), signUpPayload()]
  const buy = (memberId: string, amount: string) =>
    owner.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null })
  await owner.push(
    owner.make('customer.signUp', quiet),
    owner.make('customer.signUp', busy),
    buy(quiet.memberId, '30.00'),
    buy(busy.memberId, '90.00'),
  )
  await running.sql`update points_entry set created_at = now() - interval '366 days'
    where member_id = ${quiet.memberId}`
  await running.sql`
    update reward set discount_type = 'percentage' where business_id = ${businessId}`
  expect((await figures()).body).toMatchObject({
    outstanding: 120,
    dormant: 30,
    breakageRate: 0.25,
    value: null,
  })
})

interface Better {
  ago?: string
  stock?: number
  redeemed?: number
  isActive?: boolean
}

test.each<[string, Better, string]>([
  ['whose last day has begun counts', {}, '15.00'],
  ['that has expired counts no more', { ago: '1 day' }, '6.00'],
  ['that is sold out counts no more', { stock: 3, redeemed: 3 }, '6.00'],
  ['that is switched off counts no more', { isActive: false }, '6.00'],
])('value points by the best reward: one %s', async (_, better, value) => {
  const { owner, figures, businessId } = await open()
  const { memberId, ...person } = signUpPayload()
  const { body } = await owner.push(
    owner.make('customer.signUp', { memberId, ...person }),
    owner.make('points.adjust', { memberId, points: 100, reason: 'Count' }),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
  const { ago = '0 hours', stock = null, redeemed = 0, isActive = true } = better
  await running.sql`insert into reward (business_id, id, name, description, points_required,
      discount_type, discount_value, expiry_date, stock, redeemed_count, is_active, created_at,
      version)
    select business_id, gen_random_uuid(), 'Cake', '', 20, 'fixed', '3.00',
      date_trunc('day', now(), 'America/Chicago') - ${ago}::interval, ${stock}::int, ${redeemed},
      ${isActive}, created_at, version
    from reward where business_id = ${businessId}`
  expect((await figures()).body).toMatchObject({ outstanding: 100, value })
})

test('aren’t reduced by another member’s debt', async () => {
  const { owner, figures } = await open()
  const [rich, debtor] = [signUpPayload(), signUpPayload()]
  const adjust = (memberId: string, points: number) =>
    owner.make('points.adjust', { memberId, points, reason: 'Count', acceptDebt: true })
  const { body } = await owner.push(
    owner.make('customer.signUp', rich),
    owner.make('customer.signUp', debtor),
    adjust(rich.memberId, 100),
    adjust(debtor.memberId, -80),
  )
  expect(body.verdicts.map(({ status }) => status)).toEqual(Array(4).fill('applied'))
  await running.sql`update points_entry set created_at = now() - interval '400 days'
    where member_id = ${rich.memberId}`
  expect((await figures()).body).toMatchObject({
    outstanding: 100,
    value: '6.00',
    dormant: 100,
    breakageRate: 1,
  })
})

test('exclude points of erased members', async () => {
  const { code, figures } = await open({ welcomePoints: 100 })
  const visitor = new TestBrowser(running.url)
  const [params, person] = [{ customerId: newKey() }, signUpPayload()]
  await visitor.call('customer.signUp', {
    params: { code },
    body: { ...person, id: params.customerId },
  })
  expect((await figures()).body).toMatchObject({ outstanding: 100, value: '6.00' })
  await visitor.call('customer.requestData', { params, body: { kind: 'erasure' } })
  const { text } = await readMail(running, person.email)
  const [, ticket = ''] = /member-data#(\S+)/.exec(text) ?? []
  const erased = await visitor.call('customer.erase', { body: { ticket } })
  expect(erased.status).toBe(200)
  expect((await figures()).body).toMatchObject({
    outstanding: 0,
    value: '0.00',
    breakageRate: null,
    issued: 100,
  })
})

test('are refused while the analytics feature is off', async () => {
  const { figures } = await open({
    features: { qrCodes: true, loyalty: true, whiteLabel: true, analytics: false },
  })
  expect((await figures()).body).toMatchObject({ code: 'feature_off' })
})
