/**
 * Parked work ends: it is taken up in the order it arrived, whatever its volume; an operation that
 * throws stops no other; and the owner sees all of it and can end any of it.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { resumeBusiness } from '#sync-server/engine/apply.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let till: TestDevice

beforeEach(async () => {
  shop = await createTestBusiness(running)
  till = await newTill()
})

const newTill = async (email = shop.staffEmail) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))

const setStatus = (status: 'active' | 'suspended') =>
  running.sql`update business set status = ${status} where id = ${shop.businessId}`

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

/** Inserts a ledger entry with the same id, so that the operation's insert throws. */
async function poison(operationId: string, memberId: string): Promise<void> {
  await running.sql`insert into points_entry
    (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
    values (${shop.businessId}, ${newId()}, ${memberId}, 'adjustment', 0, 'Taken',
      ${operationId}, now(), 0)`
}

const pointsOf = async (memberId: string) => {
  const [row] = await running.sql`select points from customer where id = ${memberId}`
  return row?.points
}

const verdictOf = async (operationId: string) => {
  const [row] = await running.sql`
    select status, code from applied_operation where operation_id = ${operationId}`
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
  test('applies 450 parked purchases in several parts at reactivation, before newer work', async () => {
    const memberId = await signUp()
    await setStatus('suspended')
    for (let batch = 0; batch < 5; batch += 1) {
      const operations = Array.from({ length: 90 }, () => purchase(memberId, '1.00'))
      const answer = await till.push(...operations)
      expect(answer.body.verdicts.every(({ code }) => code === 'business_paused')).toBe(true)
    }
    await setStatus('active')
    // The resume call was lost: the next batch does it, and its own work comes last.
    const reward = await till.push(...Array.from({ length: 11 }, () => redeem(memberId)))
    expect(reward.body.verdicts.map(({ status }) => status)).toEqual(
      Array.from({ length: 11 }, () => 'applied'),
    )
    expect(await pointsOf(memberId)).toBe(0)
  }, 120_000)

  test('parks only the operation that throws at reactivation', async () => {
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

  test('makes two coupons when one key redeems two rewards', async () => {
    const memberId = await signUp()
    const second = newId()
    await running.sql`insert into reward (business_id, id, name, description, points_required,
        discount_type, discount_value, created_at, version)
      values (${shop.businessId}, ${second}, 'Cake', '', 50, 'fixed', '4.00', now(), 0)`
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
    const coupons = await running.sql`
      select reward_id from coupon where member_id = ${memberId} and source = 'reward'`
    expect(coupons.map((row) => row.reward_id).sort()).toEqual([shop.rewardId, second].sort())
    expect(await pointsOf(memberId)).toBe(0)
  })

  test('counts a purchase whose member joins between the two halves of a reactivation', async () => {
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

  test('judges an edit on its own if its first version is refused at reactivation', async () => {
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

describe('missing dependencies', () => {
  test('don’t stop a sign-up when a purchase parked behind it throws', async () => {
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

  test('are resolved in order of arrival, whatever the clock says', async () => {
    const payload = signUpPayload()
    const earning = [purchase(payload.memberId, '500.00')]
    await till.push(...earning)
    running.turnClock(-60_000)
    const spending = redeem(payload.memberId)
    await running.sql`update reward set points_required = 400 where id = ${shop.rewardId}`
    await till.push({ ...spending, payload: { ...(spending.payload as object), pointsSeen: 400 } })
    running.turnClock(60_000)
    await till.push(till.make('customer.signUp', payload))
    expect(await verdictOf(spending.operationId)).toBe('applied')
    expect(await pointsOf(payload.memberId)).toBe(200)
  })

  test('hold a reversal until its purchase arrives', async () => {
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

  test('resolve in chains', async () => {
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
    // The purchase exists now, but belongs to another member.
    expect(await verdictOf(strange.operationId)).toBe('purchase_unknown')
    expect(await pointsOf(member.memberId)).toBe(100)
    expect(await pointsOf(somebodyElse)).toBe(100)
  })

  test('are visible to the owner, who can end them', async () => {
    const misread = purchase(newId())
    const behind = purchase(newId())
    await till.push(misread, behind)
    const { parked, decide } = await owner()
    expect((await parked()).map(({ reason }) => reason)).toEqual([
      'member_not_arrived',
      'member_not_arrived',
    ])
    // Deciding all at once covers work that waits for a person; other work must be named.
    expect((await decide(false)).body).toEqual({ settled: 0 })
    expect((await decide(true, [behind.operationId])).body).toEqual({ settled: 0 })
    expect((await decide(false, [misread.operationId])).body).toEqual({ settled: 1 })
    expect(await verdictOf(misread.operationId)).toBe('owner_refused')
    expect(await parked()).toMatchObject([{ operationId: behind.operationId }])
  })

  test('lists a paused business’s work, which can be ended but not accepted', async () => {
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
  test('has its unknown operations kept, and applied once the server knows them', async () => {
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
    // Simulates the update in the database: the version becomes a known one.
    await running.sql`
      update applied_operation set v = ${known.v} where operation_id = ${newer.operationId}`
    await till.push(purchase(memberId))
    expect(await verdictOf(newer.operationId)).toBe('applied')
    expect(await verdictOf(unknown.operationId)).toBe('version_newer')
    expect(await pointsOf(memberId)).toBe(130)
  })
})

describe('a silent year', () => {
  const silence = (days = 400) =>
    running.sql`update outbox set last_heard_at = now() - ${`${days} days`}::interval
      where outbox_id = ${till.outboxId}`

  test('parks the whole queue, not only its first request', async () => {
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

  test('lets a device that reports its queue’s end continue at once', async () => {
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

  test('applies what the owner accepted during a pause after the pause', async () => {
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

  test('settles the others when one throws as all are accepted', async () => {
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

describe('invalid values', () => {
  test('beyond a balance’s bound are refused with their money', async () => {
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
    'of a clock (%s) refuse nothing',
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
