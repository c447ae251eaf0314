/** Kept sums of points equal a count of the whole ledger, whenever hours were closed in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { closeAllActivity } from '#sync-server/jobs.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { bringOver, cellsOf, undo } from './import-world.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let turnedMs = 0
beforeAll(async () => {
  shop = await createTestBusiness(running, { welcomePoints: 10 })
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
})
afterAll(async () => {
  running.turnClock(-turnedMs)
})

function pass(ms: number): void {
  running.turnClock(ms)
  turnedMs += ms
}

interface Sums {
  outstanding: number
  dormant: number
  issued: number
  redeemed: number
}

/** Adds up every entry of every member. */
async function count(): Promise<Sums | undefined> {
  const dormantBefore = new Date(Date.now() + turnedMs - 365 * dayMs).toISOString().slice(0, 10)
  const [row] = await running.sql<Sums[]>`
    select coalesce(sum(points) filter (where points > 0 and not erased), 0)::int as outstanding,
      coalesce(sum(points) filter (where points > 0 and not erased
        and (latest at time zone 'UTC')::date < ${dormantBefore}::date), 0)::int as dormant,
      coalesce(sum(points + spent), 0)::int as issued, coalesce(sum(spent), 0)::int as redeemed
    from (select sum(e.points) as points, max(e.created_at) as latest,
        bool_or(c.erased_at is not null) as erased,
        sum(case when reason = 'redemption' or (reason = 'reversal' and e.points > 0)
          then -e.points else 0 end) as spent
      from points_entry e join customer c on c.business_id = e.business_id and c.id = e.member_id
      where e.business_id = ${shop.businessId} group by e.member_id) member`
  return row
}

async function expectTrue(): Promise<void> {
  const params = { businessId: shop.businessId }
  const { body } = await owner.browser.call('business.pointsFigures', { params })
  expect(body).toMatchObject((await count()) ?? {})
}

async function expectKept(): Promise<void> {
  await expectTrue()
  pass(2 * hourMs)
  await closeAllActivity(running.server)
  const kept =
    await running.sql`select issued::int, redeemed::int, (select coalesce(sum(points), 0)::int
      from kept_points_day d where d.business_id = k.business_id) as outstanding
    from kept_points k where business_id = ${shop.businessId}`
  const { outstanding, issued, redeemed } = (await count()) ?? {}
  expect(kept).toMatchObject([{ outstanding, issued, redeemed }])
  await expectTrue()
}

async function apply(...made: ReturnType<TestDevice['make']>[]): Promise<void> {
  const { body } = await owner.push(...made)
  expect(body.verdicts.map(({ status }) => status)).toEqual(made.map(() => 'applied'))
}

async function signUp(): Promise<string> {
  const member = signUpPayload()
  await apply(owner.make('customer.signUp', member))
  return member.memberId
}

const buy = (memberId: string, amount: string, madeAt = Date.now()) =>
  owner.make(
    'purchase.record',
    { purchaseId: newId(), memberId, amount, note: null },
    { madeAt: new Date(madeAt).toISOString() },
  )
const redeem = (memberId: string, couponId = newId()) =>
  owner.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 })
const adjust = (memberId: string, points: number) =>
  owner.make('points.adjust', { memberId, points, reason: 'Count', acceptDebt: true })

test('sums of points equal a count after any work and however often they were kept', async () => {
  const [ada, bo, cy, dee] = [await signUp(), await signUp(), await signUp(), await signUp()]
  const purchaseId = newId()
  const couponId = newId()
  await apply(
    owner.make('purchase.record', { purchaseId, memberId: ada, amount: '220.00', note: null }),
    buy(bo, '80.00'),
    redeem(ada),
    redeem(ada, couponId),
    adjust(cy, -70),
  )
  await expectKept()

  // Undone, reversed, repaid; and a sale of two days ago that arrives only now.
  await apply(
    owner.make('redemption.undo', { couponId, memberId: ada }),
    owner.make('purchase.reverse', { purchaseId, memberId: ada, amount: '30.00' }),
    adjust(cy, 90),
    buy(dee, '15.00', Date.now() - 2 * dayMs),
  )
  await expectKept()

  await apply(owner.make('customer.join', { keepId: ada, joinId: bo }))
  await expectKept()
  await apply(owner.make('customer.separate', { keepId: ada, joinId: bo, spentSeen: 0 }))
  await expectKept()

  const of = { running, browser: owner.browser, businessId: shop.businessId }
  await owner.browser.signIn(shop.ownerEmail)
  const { id } = await bringOver(of, [cellsOf(), cellsOf({ points: '7' })], { source: 'square' })
  await expectKept()
  await owner.browser.signIn(shop.ownerEmail)
  await undo(of, id)
  await expectKept()

  // An erasure alone moves what members can spend.
  await running.sql`update customer set erased_at = now() + ${`${turnedMs} ms`}::interval
  where id = ${dee}`
  await running.sql`update business_version set version = version + 1
    where business_id = ${shop.businessId}`
  await expectKept()

  // A year without any work makes the rest dormant, day by day.
  pass(364 * dayMs)
  await owner.browser.signIn(shop.ownerEmail)
  await expectTrue()
  pass(3 * dayMs)
  await expectTrue()
  expect((await count())?.dormant).toBeGreaterThan(0)
})
