/**
 * The owner decides on several operations by id. One may create what another waits for, and each
 * counts once.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let silent: TestDevice
let till: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  silent = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  till = new TestDevice(owner)
})

const decide = (operations: PushedOperation[], accept: boolean) =>
  owner.call('business.decideParked', {
    params: { businessId: shop.businessId },
    body: { operationIds: operations.map(({ operationId }) => operationId), accept },
  })

const silence = () =>
  running.sql`update outbox set last_heard_at = now() - interval '400 days'
    where outbox_id = ${silent.outboxId}`

/** Parks a sign-up that waits for the owner, and work of another till that waits for the member. */
async function park(make: (memberId: string) => PushedOperation[]): Promise<PushedOperation[]> {
  await silent.push(silent.make('customer.signUp', signUpPayload()))
  await silence()
  const payload = signUpPayload()
  const signUp = silent.make('customer.signUp', payload)
  const others = make(payload.memberId)
  expect((await silent.push(signUp)).body.verdicts).toMatchObject([{ code: 'outbox_silent' }])
  const { verdicts } = (await till.push(...others)).body
  expect(verdicts.map(({ code }) => code)).toEqual(others.map(() => 'member_not_arrived'))
  return [signUp, ...others]
}

const sale = (memberId: string) =>
  till.make('purchase.record', { purchaseId: newId(), memberId, amount: '70.00', note: null })

const redeem = (memberId: string, pointsSeen = 50) => {
  const couponId = newId()
  const { rewardId } = shop
  return till.make('reward.redeem', { couponId, memberId, rewardId, pointsSeen })
}

async function endsOf(operations: PushedOperation[]) {
  const { verdicts } = (await till.push(...operations.slice(1))).body
  return verdicts.map(({ status, code }) => code ?? status)
}

const books = async (memberId: string) => {
  const [row] = await running.sql`select points,
      (select count(*)::int from purchase
        where business_id = c.business_id and member_id = c.id) as purchases,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id and source = 'reward') as coupons
    from customer c where id = ${memberId}`
  return row && { ...row }
}

const memberOf = ([signUp]: PushedOperation[]) =>
  String((signUp?.payload as Record<string, unknown> | undefined)?.memberId)

const courses: [string, (memberId: string) => PushedOperation[], object][] = [
  ['a sale', (id) => [sale(id)], { points: 170, purchases: 1, coupons: 0 }],
  ['a redemption', (id) => [redeem(id)], { points: 50, purchases: 0, coupons: 1 }],
  [
    'an adjustment, a sale and a redemption',
    (id) => [
      till.make('points.adjust', { memberId: id, points: 5, reason: 'Late receipt' }),
      sale(id),
      redeem(id),
    ],
    { points: 125, purchases: 1, coupons: 1 },
  ],
]

describe.each(courses)('%s and the sign-up it waits for', (_what, make, expected) => {
  test('count once when accepted together', async () => {
    const asked = await park(make)
    expect((await decide(asked, true)).body).toEqual({ settled: asked.length })
    expect(await books(memberOf(asked))).toEqual(expected)
    expect(await endsOf(asked)).toEqual(asked.slice(1).map(() => 'applied'))
    expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
    expect((await decide(asked, true)).body).toEqual({ settled: 0 })
    expect((await decide(asked, false)).body).toEqual({ settled: 0 })
    expect(await books(memberOf(asked))).toEqual(expected)
  })

  test('end once when declined together', async () => {
    const asked = await park(make)
    expect((await decide(asked, false)).body).toEqual({ settled: asked.length })
    expect(await books(memberOf(asked))).toBeUndefined()
    expect(await endsOf(asked)).toEqual(asked.slice(1).map(() => 'depends_on_refused'))
  })
})

test('leaves an accepted sale in the name of the staff member who recorded it', async () => {
  const payload = signUpPayload()
  await silent.push(silent.make('customer.signUp', payload))
  await silence()
  const { memberId } = payload
  const purchaseId = newId()
  const sold = silent.make('purchase.record', { purchaseId, memberId, amount: '7.00', note: null })
  expect((await silent.push(sold)).body.verdicts).toMatchObject([{ code: 'outbox_silent' }])
  expect((await decide([sold], true)).body).toEqual({ settled: 1 })
  const by = await running.sql`select email from account a join purchase p on p.recorded_by = a.id
    where p.id = ${purchaseId}`
  expect(by).toEqual([{ email: shop.staffEmail }])
})

test('accepts listed operations that still wait for the owner after their member has arrived', async () => {
  // The redemption was made at an earlier, lower price and is refused; the sale still counts.
  const asked = await park((id) => [redeem(id, 1), sale(id)])
  expect((await decide(asked, true)).body).toEqual({ settled: 3 })
  expect(await endsOf(asked)).toEqual(['reward_changed', 'applied'])
})
