/**
 * Parked work ends: it is taken up in the order it came in, however much it is; what throws stops
 * nothing else; and the owner sees all of it and can end any of it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness
let till: TestDevice

beforeAll(async () => {
  running = await startTestServer()
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  till = await newTill()
})
afterAll(() => running.close())

const newTill = async (email = shop.staffEmail) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))

const setStatus = (status: 'active' | 'suspended') =>
  running.ask((sql) => sql`update business set status = ${status} where id = ${shop.businessId}`)

const resume = async () => {
  await setStatus('active')
  await resumeBusiness(running.server, shop.businessId)
}

async function signUp(): Promise<string> {
  const payload = signUpPayload()
  const answer = await till.push(till.make('customer.signUp', payload))
  expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
  return payload.memberId
}

const purchase = (memberId: string, amount = '10.00', device = till) =>
  device.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null })

/** Another line stands in the ledger under its id: the insert throws. */
async function poison(operationId: string, memberId: string): Promise<void> {
  await running.ask(
    (sql) => sql`insert into points_entry
      (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
      values (${shop.businessId}, ${newId()}, ${memberId}, 'adjustment', 0, 'Taken',
        ${operationId}, now(), 0)`,
  )
}

const pointsOf = async (memberId: string) => {
  const [row] = await running.ask<{ points: number }>(
    (sql) => sql`select points from customer where id = ${memberId}`,
  )
  return row?.points
}

const verdictOf = async (operationId: string) => {
  const [row] = await running.ask<{ status: string; code: string | null }>(
    (sql) => sql`select status, code from applied_operation where operation_id = ${operationId}`,
  )
  return row?.code ?? row?.status
}

const redeem = (memberId: string, rewardId = shop.rewardId) =>
  till.make('reward.redeem', { couponId: newId(), memberId, rewardId, pointsSeen: 50 })

const owner = async () => {
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  return {
    parked: async () => (await browser.call('business.parked', { params })).body,
    decide: (accept: boolean, operationIds?: string[]) =>
      browser.call('business.decideParked', { params, body: { operationIds, accept } }),
  }
}

describe('a pause', () => {
  test('450 parked purchases, more than one part, all count at reactivation, before anything newer', async () => {
    const memberId = await signUp()
    await setStatus('suspended')
    for (let batch = 0; batch < 5; batch += 1) {
      const operations = Array.from({ length: 90 }, () => purchase(memberId, '1.00'))
      const answer = await till.push(...operations)
      expect(answer.body.verdicts.every(({ code }) => code === 'business_paused')).toBe(true)
    }
    await setStatus('active')
    // No call of resume came through: the next batch does it, and its own work comes last.
    const reward = await till.push(...Array.from({ length: 11 }, () => redeem(memberId)))
    expect(reward.body.verdicts.map(({ status }) => status)).toEqual(
      Array.from({ length: 11 }, () => 'applied'),
    )
    expect(await pointsOf(memberId)).toBe(0)
  }, 120_000)

  test('what throws at reactivation is parked alone and stops nobody', async () => {
    const memberId = await signUp()
    await setStatus('suspended')
    const [bad, good] = [purchase(memberId), purchase(memberId)]
    await till.push(bad, good)
    await poison(bad.operationId, memberId)
    await resume()
    expect([await verdictOf(bad.operationId), await verdictOf(good.operationId)]).toEqual([
      'server_error',
      'applied',
    ])
    expect((await till.push(purchase(memberId))).body.verdicts).toMatchObject([
      { status: 'applied' },
    ])
    expect(await pointsOf(memberId)).toBe(120)
  })

  test('one key for two rewards makes two coupons', async () => {
    const memberId = await signUp()
    const second = newId()
    await running.ask(
      (sql) => sql`insert into reward (business_id, id, name, description, points_required,
          discount_type, discount_value, created_at, version)
        values (${shop.businessId}, ${second}, 'Cake', '', 50, 'fixed', '4.00', now(), 0)`,
    )
    await setStatus('suspended')
    const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
    for (const rewardId of [shop.rewardId, second]) {
      const answer = await staff.call('reward.redeem', {
        params: { customerId: memberId, rewardId },
        headers: { 'Idempotency-Key': 'one-key' },
      })
      expect(answer.status).toBe(202)
    }
    await resume()
    const coupons = await running.ask<{ reward_id: string }>(
      (sql) =>
        sql`select reward_id from coupon where member_id = ${memberId} and source = 'reward'`,
    )
    expect(coupons.map((row) => row.reward_id).sort()).toEqual([shop.rewardId, second].sort())
    expect(await pointsOf(memberId)).toBe(0)
  })

  test('a purchase whose member joins between the two halves of a reactivation counts', async () => {
    const payload = signUpPayload()
    await setStatus('suspended')
    const early = purchase(payload.memberId)
    await till.push(early)
    await setStatus('active')
    const joined = await till.browser.call('customer.signUp', {
      params: { code: shop.code },
      body: { ...payload, phone: '' },
    })
    expect(joined.status).toBe(201)
    await resumeBusiness(running.server, shop.businessId)
    expect(await verdictOf(early.operationId)).toBe('applied')
    expect(await pointsOf(payload.memberId)).toBe(110)
  })

  test('an edit whose first version is refused at reactivation is judged for itself', async () => {
    const memberId = await signUp()
    await setStatus('suspended')
    const first = redeem(memberId, newId())
    await till.push(first)
    await setStatus('active')
    const edit = { ...redeem(memberId), replaces: first.operationId }
    expect((await till.push(edit)).body.verdicts).toMatchObject([{ status: 'applied' }])
    expect(await verdictOf(first.operationId)).toBe('reward_unavailable')
  })
})

describe('what has not arrived', () => {
  test('a parked purchase that throws does not stop the sign-up it waits for', async () => {
    const payload = signUpPayload()
    const [bad, good] = [purchase(payload.memberId), purchase(payload.memberId)]
    await till.push(bad, good)
    const bystander = await signUp()
    await poison(bad.operationId, bystander)
    const answer = await till.push(till.make('customer.signUp', payload))
    expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
    expect([await verdictOf(bad.operationId), await verdictOf(good.operationId)]).toEqual([
      'server_error',
      'applied',
    ])
  })

  test('it is taken up in the order it came in, whatever the clock says', async () => {
    const payload = signUpPayload()
    const earning = [purchase(payload.memberId, '500.00')]
    await till.push(...earning)
    running.turnClock(-60_000)
    const spending = redeem(payload.memberId)
    await running.ask(
      (sql) => sql`update reward set points_required = 400 where id = ${shop.rewardId}`,
    )
    await till.push({ ...spending, payload: { ...(spending.payload as object), pointsSeen: 400 } })
    running.turnClock(60_000)
    await till.push(till.make('customer.signUp', payload))
    expect(await verdictOf(spending.operationId)).toBe('applied')
    expect(await pointsOf(payload.memberId)).toBe(200)
  })

  test('whoever else handed it in from a file hears what became of it', async () => {
    const member = signUpPayload()
    const lost = purchase(member.memberId)
    const helper = await newTill(shop.ownerEmail)
    for (const device of [till, helper]) {
      await device.pull()
      const { body } = await device.push(lost)
      expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
    }
    await till.push(till.make('customer.signUp', member))
    for (const device of [till, helper]) {
      const told = (await device.pull()).flatMap(({ verdicts }) => verdicts)
      expect(told).toMatchObject([{ operationId: lost.operationId, status: 'applied' }])
    }
  })

  test('a reversal that comes before its purchase waits for it', async () => {
    const memberId = await signUp()
    const other = await newTill()
    const record = purchase(memberId, '30.00', other)
    const { purchaseId } = record.payload as { purchaseId: string }
    const reverse = till.make('purchase.reverse', { purchaseId, memberId })
    expect((await till.push(reverse)).body.verdicts).toMatchObject([
      { status: 'parked', code: 'work_not_arrived' },
    ])
    await other.push(record)
    expect(await verdictOf(reverse.operationId)).toBe('applied')
    expect(await pointsOf(memberId)).toBe(100)
  })

  test('what waits for something that itself waits is taken up behind it', async () => {
    const member = signUpPayload()
    const somebodyElse = await signUp()
    const other = await newTill()
    const record = purchase(member.memberId, '30.00', other)
    const { purchaseId } = record.payload as { purchaseId: string }
    const strange = till.make('purchase.reverse', { purchaseId, memberId: somebodyElse })
    const reverse = till.make('purchase.reverse', { purchaseId, memberId: member.memberId })
    await till.push(strange, reverse)
    await other.push(record)
    expect(await verdictOf(strange.operationId)).toBe('work_not_arrived')
    await till.push(till.make('customer.signUp', member))
    expect(await verdictOf(record.operationId)).toBe('applied')
    expect(await verdictOf(reverse.operationId)).toBe('applied')
    // The purchase is there now, and none of this member's.
    expect(await verdictOf(strange.operationId)).toBe('purchase_unknown')
    expect(await pointsOf(member.memberId)).toBe(100)
    expect(await pointsOf(somebodyElse)).toBe(100)
  })

  test('the owner sees it and ends it', async () => {
    const misread = purchase(newId())
    const behind = purchase(newId())
    await till.push(misread, behind)
    const { parked, decide } = await owner()
    expect((await parked()).map(({ reason }) => reason)).toEqual([
      'member_not_arrived',
      'member_not_arrived',
    ])
    // What waits for a person is decided all at once; this is not, unless it is named.
    expect((await decide(false)).body).toEqual({ settled: 0 })
    expect((await decide(true, [behind.operationId])).body).toEqual({ settled: 0 })
    expect((await decide(false, [misread.operationId])).body).toEqual({ settled: 1 })
    expect(await verdictOf(misread.operationId)).toBe('owner_refused')
    expect(await parked()).toMatchObject([{ operationId: behind.operationId }])
  })

  test('work of a paused business is listed, and can be ended but not slipped through', async () => {
    const memberId = await signUp()
    await setStatus('suspended')
    const [first, second] = [purchase(memberId), purchase(memberId)]
    await till.push(first, second)
    const { parked, decide } = await owner()
    expect(await parked()).toMatchObject([
      { operationId: first.operationId, reason: 'business_paused' },
      { operationId: second.operationId, reason: 'business_paused' },
    ])
    expect((await decide(true, [first.operationId])).body).toEqual({ settled: 0 })
    expect((await decide(false, [second.operationId])).body).toEqual({ settled: 1 })
    await resume()
    expect(await pointsOf(memberId)).toBe(110)
  })
})

describe('a newer app', () => {
  test('what this release does not know is kept, and counts when it does', async () => {
    const memberId = await signUp()
    const known = purchase(memberId)
    const newer = { ...known, v: known.v + 1 }
    const unknown = till.make('purchase.invent' as never, { memberId } as never)
    const answer = await till.push(newer, unknown, purchase(memberId))
    expect(answer.body.verdicts).toMatchObject([
      { status: 'parked', code: 'version_newer' },
      { status: 'parked', code: 'version_newer' },
      { status: 'applied' },
    ])
    expect((await (await owner()).parked()).map(({ reason }) => reason)).toEqual([
      'version_newer',
      'version_newer',
    ])
    // The update, seen from the database: the version is one that this server knows.
    await running.ask(
      (sql) =>
        sql`update applied_operation set v = ${known.v} where operation_id = ${newer.operationId}`,
    )
    await till.push(purchase(memberId))
    expect(await verdictOf(newer.operationId)).toBe('applied')
    expect(await verdictOf(unknown.operationId)).toBe('version_newer')
    expect(await pointsOf(memberId)).toBe(130)
  })
})

describe('a silent year', () => {
  const silence = (days = 400) =>
    running.ask(
      (sql) => sql`update outbox set last_heard_at = now() - ${`${days} days`}::interval
        where outbox_id = ${till.outboxId}`,
    )

  test('the whole queue is parked, not its first request', async () => {
    const memberId = await signUp()
    await silence()
    const queue = Array.from({ length: 120 }, () => purchase(memberId))
    const first = await till.push(...queue.slice(0, 100))
    const rest = await till.push(...queue.slice(100))
    const codes = [...first.body.verdicts, ...rest.body.verdicts].map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['outbox_silent']))
    running.turnClock(25 * 3_600_000)
    const later = await newTill()
    later.outboxId = till.outboxId
    expect((await later.push(purchase(memberId))).body.verdicts).toMatchObject([
      { status: 'applied' },
    ])
    running.turnClock(-25 * 3_600_000)
  })

  test('a device that says how far its queue goes works on at once', async () => {
    const memberId = await signUp()
    await silence()
    const queue = [purchase(memberId), purchase(memberId)]
    const now = purchase(memberId)
    const push = (operations: object[]) =>
      till.browser.call('sync.push', {
        body: {
          outboxId: till.outboxId,
          deviceNow: new Date().toISOString(),
          lastSeq: queue[1]?.seq,
          operations,
        },
      })
    const codes = []
    for (const operation of [...queue, now]) {
      codes.push((await push([operation])).body.verdicts[0]?.code ?? 'applied')
    }
    expect(codes).toEqual(['outbox_silent', 'outbox_silent', 'applied'])
  })

  test('what the owner accepts during a pause counts after it', async () => {
    const memberId = await signUp()
    await silence()
    const late = purchase(memberId)
    await till.push(late)
    const { decide } = await owner()
    await setStatus('suspended')
    expect((await decide(true)).body).toEqual({ settled: 1 })
    expect(await verdictOf(late.operationId)).toBe('business_paused')
    expect(await pointsOf(memberId)).toBe(100)
    await resume()
    expect(await verdictOf(late.operationId)).toBe('applied')
    expect(await pointsOf(memberId)).toBe(110)
  })

  test('one that throws when all are accepted leaves the others settled', async () => {
    const memberId = await signUp()
    await silence()
    const queue = [purchase(memberId), purchase(memberId), purchase(memberId)]
    await till.push(...queue)
    await poison(queue[1]?.operationId ?? '', memberId)
    const { decide, parked } = await owner()
    expect((await decide(true)).status).toBe(200)
    expect(await parked()).toMatchObject([
      { operationId: queue[1]?.operationId, reason: 'server_error' },
    ])
    expect(await pointsOf(memberId)).toBe(120)
  })
})

describe('what is bad', () => {
  test('points beyond what a balance can hold are refused, with their money', async () => {
    shop = await createTestBusiness(running, { pointsPerDollar: 1500 })
    till = await newTill()
    const memberId = await signUp()
    const large = [purchase(memberId, '1000000.00'), purchase(memberId, '1000000.00')]
    expect((await till.push(...large, purchase(memberId, '1.00'))).body.verdicts).toMatchObject([
      { status: 'applied', result: { points: 1_500_000_000 } },
      { status: 'refused', code: 'points_over' },
      { status: 'applied' },
    ])
    const rows = (await till.pull()).flatMap((answer) => answer.rows.customer ?? [])
    expect(rows.find((row) => row.id === memberId)).toMatchObject({
      points: 1_500_001_600,
      totalSpent: '1000001.00',
    })
  })

  test.each(['1969-12-31T22:00:00.000Z', 'not a time', '+275760-09-13T00:00:00.001Z'])(
    'a clock that says %s refuses nothing',
    async (claimed) => {
      const payload = signUpPayload()
      const operations = [
        till.make('customer.signUp', payload, { madeAt: claimed }),
        till.make(
          'purchase.record',
          { purchaseId: newId(), memberId: payload.memberId, amount: '1.00' },
          { madeAt: claimed },
        ),
      ]
      const answer = await till.browser.call('sync.push', {
        body: { outboxId: till.outboxId, deviceNow: claimed, operations },
      })
      expect(answer.status).toBe(200)
      expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
      expect(Number.isFinite(answer.body.skewMs)).toBe(true)
    },
  )
})
