/**
 * Push: every operation ends exactly once, with a verdict stored beside its effect. The numbers
 * in the names are those of the scenarios in docs/sync-protocol.md.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
let device: TestDevice

const newDevice = async (email = shop.staffEmail) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))

beforeAll(async () => {
  running = await startTestServer()
  shop = await createTestBusiness(running)
})
beforeEach(async () => {
  device = await newDevice()
})
afterAll(() => running.close())

const spentBy = async (memberId: string) =>
  (
    await running.ask<{ cents: number }>(
      (sql) => sql`select total_spent_cents::int as cents from customer where id = ${memberId}`,
    )
  )[0]?.cents

const balanceOf = async (memberId: string) => {
  const [row] = await running.ask<{ points: number; sum: string; entries: string }>(
    (sql) => sql`
      select c.points, coalesce(sum(e.points), 0) as sum, count(e.id) as entries
      from customer c left join points_entry e
        on e.business_id = c.business_id and e.member_id = c.id
      where c.id = ${memberId} group by c.points`,
  )
  expect(Number(row?.sum)).toBe(row?.points)
  return row?.points
}

async function signUp(points = 0): Promise<string> {
  const payload = signUpPayload()
  const operations = [device.make('customer.signUp', payload)]
  if (points > 0) operations.push(purchase(payload.memberId, `${points}.00`))
  const answer = await device.push(...operations)
  expect(answer.body.verdicts.map(({ status }) => status)).toEqual(operations.map(() => 'applied'))
  return payload.memberId
}

const purchase = (memberId: string, amount: string, purchaseId = newId()) =>
  device.make('purchase.record', { purchaseId, memberId, amount, note: null })
const redeem = (memberId: string, pointsSeen = 50, rewardId = shop.rewardId) =>
  device.make('reward.redeem', { couponId: newId(), memberId, rewardId, pointsSeen })

describe('delivery', () => {
  test('2: an answer that was lost is given again, the effect is not', async () => {
    const payload = signUpPayload()
    const batch = [device.make('customer.signUp', payload), purchase(payload.memberId, '12.50')]
    const first = await device.push(...batch)
    const again = await device.push(...batch)
    expect(again.body.verdicts).toEqual(first.body.verdicts)
    expect(again.body.expected).toBe(first.body.expected)
    expect(await balanceOf(payload.memberId)).toBe(112)
  })

  test('4: one batch on many connections at once is done once', async () => {
    const payload = signUpPayload()
    const batch = [device.make('customer.signUp', payload), purchase(payload.memberId, '7.00')]
    const answers = await Promise.all(Array.from({ length: 6 }, () => device.push(...batch)))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
    }
    expect(await balanceOf(payload.memberId)).toBe(107)
  })

  test('6: a batch that comes again in other cuts is done once', async () => {
    const payload = signUpPayload()
    const batch = [
      device.make('customer.signUp', payload),
      purchase(payload.memberId, '3.00'),
      purchase(payload.memberId, '4.00'),
    ]
    const [first, second, third] = batch as [never, never, never]
    await device.push(first, second)
    await device.push(first, second, third)
    await device.push(second, third)
    expect(await balanceOf(payload.memberId)).toBe(107)
  })
})

describe('order', () => {
  test('16: a sign-up, purchases and a redemption queued together', async () => {
    const payload = signUpPayload()
    const answer = await device.push(
      device.make('customer.signUp', payload),
      purchase(payload.memberId, '20.00'),
      redeem(payload.memberId),
    )
    expect(answer.body.verdicts.map(({ status }) => status)).toEqual([
      'applied',
      'applied',
      'applied',
    ])
    expect(answer.body.verdicts[2]?.result?.couponCode).toMatch(/^[A-Z2-9-]{14}$/)
    expect(await balanceOf(payload.memberId)).toBe(70)
  })

  test('17: what builds on a refused sign-up is refused with its reason', async () => {
    const payload = signUpPayload({ email: 'not an address' })
    const answer = await device.push(
      device.make('customer.signUp', payload),
      purchase(payload.memberId, '20.00'),
      redeem(payload.memberId),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'refused', code: 'validation_failed' },
      { status: 'refused', code: 'depends_on_refused' },
      { status: 'refused', code: 'depends_on_refused' },
    ])
    expect(answer.body.verdicts[1]?.message).toContain('email')
  })

  test('18: a gap in the numbers is refused and the expected one named', async () => {
    await signUp()
    const lost = device.make('customer.signUp', signUpPayload())
    const later = device.make('customer.signUp', signUpPayload())
    const gap = await device.push(later)
    expect(gap).toMatchObject({ status: 409, body: { code: 'sequence_gap', expected: lost.seq } })
    const whole = await device.push(lost, later)
    expect(whole.body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
  })

  test('19: a used number with an unknown id asks for a new outbox', async () => {
    await signUp()
    const anew = device.make('customer.signUp', signUpPayload(), { seq: 1 })
    expect(await device.push(anew)).toMatchObject({ status: 409, body: { code: 'outbox_reset' } })
    device.outboxId = newId()
    expect((await device.push(anew)).body.verdicts).toMatchObject([{ status: 'applied' }])
  })

  test('an operation that was discarded keeps its number and does nothing', async () => {
    const payload = signUpPayload()
    const discarded = device.make('customer.signUp', payload, { discarded: true })
    const answer = await device.push(discarded, purchase(payload.memberId, '5.00'))
    expect(answer.body.verdicts).toMatchObject([
      { status: 'discarded' },
      { status: 'refused', code: 'depends_on_refused' },
    ])
  })

  test('a known operation under another outbox is the same operation', async () => {
    const payload = signUpPayload()
    const operation = device.make('customer.signUp', payload)
    const first = await device.push(operation)
    const other = await newDevice()
    const again = await other.push({ ...operation, seq: 1 })
    expect(again.body.verdicts).toEqual(first.body.verdicts)
    expect(again.body.expected).toBe(2)
  })
})

describe('poison', () => {
  test.each([0, 1, 2])(
    '20: an operation that always throws, at place %i, is parked alone',
    async (place) => {
      const memberId = await signUp()
      // Points of another member's operation stand in the ledger under this id: the insert throws.
      const poison = purchase(memberId, '5.00')
      await running.ask(
        (sql) => sql`insert into points_entry
        (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
        values (${shop.businessId}, ${newId()}, ${memberId}, 'adjustment', 0, 'Taken',
          ${poison.operationId}, now(), 0)`,
      )
      const good = [0, 1].map(() => purchase(memberId, '5.00'))
      const batch = [...good.slice(0, place), poison, ...good.slice(place)].map(
        (operation, index) => ({ ...operation, seq: poison.seq + index }),
      )
      const answer = await device.push(...batch)
      expect(answer.status).toBe(200)
      expect(answer.body.verdicts.map(({ status, code }) => code ?? status)).toEqual(
        batch.map((operation) => (operation === batch[place] ? 'server_error' : 'applied')),
      )
      expect(await balanceOf(memberId)).toBe(110)
    },
  )

  test('21: an unknown operation or version is kept and the rest goes on', async () => {
    const memberId = await signUp()
    const answer = await device.push(
      device.make('purchase.invent' as never, { memberId } as never),
      device.make('purchase.record', { purchaseId: newId(), memberId, amount: '1.00' }, { v: 99 }),
      purchase(memberId, '1.00'),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'parked', code: 'version_newer' },
      { status: 'parked', code: 'version_newer' },
      { status: 'applied' },
    ])
  })

  test('22: a push over its size or count is refused whole', async () => {
    const large = device.make('purchase.record', {
      purchaseId: newId(),
      memberId: newId(),
      amount: '1.00',
      note: 'x'.repeat(1_100_000),
    })
    expect(await device.push(large)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
    const many = Array.from({ length: 101 }, () => purchase(newId(), '1.00'))
    expect(await device.push(...many)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  test('23: the same id with another payload is refused, the first effect stands', async () => {
    const memberId = await signUp()
    const operation = purchase(memberId, '10.00')
    await device.push(operation)
    const changed = { ...operation, payload: { ...(operation.payload as object), amount: '99.00' } }
    const answer = await device.push(changed)
    expect(answer.body.verdicts).toMatchObject([{ status: 'refused', code: 'key_reused' }])
    expect(await balanceOf(memberId)).toBe(110)
  })

  test('24: the same refusal twice', async () => {
    const memberId = await signUp()
    const operation = redeem(memberId, 50, newId())
    const first = await device.push(operation)
    expect(first.body.verdicts).toMatchObject([{ code: 'reward_unavailable' }])
    expect((await device.push(operation)).body.verdicts).toEqual(first.body.verdicts)
  })
})

describe('business rules', () => {
  test('25: two devices redeem the last points; one coupon', async () => {
    const memberId = await signUp()
    const devices = await Promise.all([newDevice(), newDevice(), newDevice()])
    const answers = await Promise.all(
      devices.map((each) =>
        each.push(
          each.make('reward.redeem', {
            couponId: newId(),
            memberId,
            rewardId: shop.rewardId,
            pointsSeen: 50,
          }),
        ),
      ),
    )
    const codes = answers.map(({ body }) => body.verdicts[0]?.code ?? 'applied').sort()
    expect(codes).toEqual(['applied', 'applied', 'points_short'])
    expect(await balanceOf(memberId)).toBe(0)
  })

  test('20 (trust): a hundred redemptions at once with points for one give one coupon', async () => {
    const poor = await createTestBusiness(running, { welcomePoints: 50 })
    const browser = await new TestBrowser(running.url).signIn(poor.staffEmail)
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

  test('26: the same e-mail on two devices: staff are led to the one member', async () => {
    const memberId = await signUp()
    const [row] = await running.ask<{ email: string }>(
      (sql) => sql`select email from customer where id = ${memberId}`,
    )
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

  test('26: the id of a member never leads to another one', async () => {
    const [victim, own] = [await signUp(), await signUp()]
    const [row] = await running.ask<{ email: string }>(
      (sql) => sql`select email from customer where id = ${own}`,
    )
    const shadow = signUpPayload({ memberId: victim, email: row?.email ?? '' })
    expect((await device.push(device.make('customer.signUp', shadow))).body.verdicts).toMatchObject(
      [{ status: 'refused', code: 'id_taken' }],
    )
    const till = await newDevice(shop.ownerEmail)
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

  test('27: a member who was erased meanwhile', async () => {
    const memberId = await signUp()
    await running.ask((sql) => sql`update customer set erased_at = now() where id = ${memberId}`)
    expect((await device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
      { status: 'refused', code: 'member_erased' },
    ])
  })

  test('28: a reward that expired, was paused or costs more meanwhile', async () => {
    const memberId = await signUp()
    const change = (text: string) =>
      running.ask((sql) => sql.unsafe(`update reward set ${text} where id = '${shop.rewardId}'`))
    await change(`expiry_date = now() - interval '1 day'`)
    expect((await device.push(redeem(memberId))).body.verdicts).toMatchObject([
      { code: 'reward_expired' },
    ])
    await change('expiry_date = null, is_active = false')
    expect((await device.push(redeem(memberId))).body.verdicts).toMatchObject([
      { code: 'reward_unavailable' },
    ])
    await change('is_active = true, points_required = 60')
    expect((await device.push(redeem(memberId))).body.verdicts).toMatchObject([
      { code: 'reward_changed' },
    ])
    await change('points_required = 40')
    expect((await device.push(redeem(memberId))).body.verdicts).toMatchObject([
      { status: 'applied', result: { points: 40 } },
    ])
    await change('points_required = 50')
    expect(await balanceOf(memberId)).toBe(60)
  })

  test('29: amounts out of bounds', async () => {
    const memberId = await signUp()
    const answer = await device.push(
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

  test('a purchase is reversed once, with its points and its money', async () => {
    const memberId = await signUp()
    const purchaseId = newId()
    await device.push(purchase(memberId, '25.00', purchaseId))
    expect(await spentBy(memberId)).toBe(2500)
    const reverse = () => device.make('purchase.reverse', { purchaseId, memberId })
    expect((await device.push(reverse(), reverse())).body.verdicts).toMatchObject([
      { status: 'applied', result: { points: -25 } },
      { status: 'refused', code: 'purchase_reversed' },
    ])
    expect(await balanceOf(memberId)).toBe(100)
    expect(await spentBy(memberId)).toBe(0)
  })

  test('a purchase whose points are spent is not reversed', async () => {
    const memberId = await signUp()
    const purchaseId = newId()
    await device.push(purchase(memberId, '50.00', purchaseId))
    await device.push(redeem(memberId), redeem(memberId), redeem(memberId))
    expect(
      (await device.push(device.make('purchase.reverse', { purchaseId, memberId }))).body.verdicts,
    ).toMatchObject([{ status: 'refused', code: 'points_spent' }])
    expect(await balanceOf(memberId)).toBe(0)
  })

  test('a coupon is used once', async () => {
    const memberId = await signUp()
    const redeemed = await device.push(redeem(memberId))
    const code = String(redeemed.body.verdicts[0]?.result?.couponCode)
    const use = (text: string) => device.make('coupon.use', { code: text })
    const answer = await device.push(use(code), use(code), use('AAAA-BBBB-CCCC'))
    expect(answer.body.verdicts).toMatchObject([
      { status: 'applied', result: { memberId } },
      { status: 'refused', code: 'coupon_used' },
      { status: 'refused', code: 'coupon_unknown' },
    ])
  })

  test('a purchase for someone whose phone has not synced waits for them', async () => {
    const payload = signUpPayload()
    const early = await device.push(purchase(payload.memberId, '8.00'))
    expect(early.body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
    const joined = await device.browser.call('customer.signUp', {
      params: { code: shop.code },
      body: { ...payload, phone: '' },
    })
    expect(joined.status).toBe(201)
    expect(await balanceOf(payload.memberId)).toBe(108)
    const verdicts = (await device.pull()).flatMap((answer) => answer.verdicts)
    expect(verdicts).toMatchObject([
      { operationId: early.body.verdicts[0]?.operationId, status: 'applied' },
    ])
  })

  test('work for a suspended business is parked, visibly', async () => {
    const other = await createTestBusiness(running)
    const till = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
    await running.ask(
      (sql) => sql`update business set status = 'suspended' where id = ${other.businessId}`,
    )
    const payload = signUpPayload()
    const answer = await till.push(till.make('customer.signUp', payload))
    expect(answer.body.verdicts).toMatchObject([{ status: 'parked', code: 'business_paused' }])
    await running.ask(
      (sql) => sql`update business set status = 'active' where id = ${other.businessId}`,
    )
    const later = await till.push(
      till.make('purchase.record', {
        purchaseId: newId(),
        memberId: payload.memberId,
        amount: '6.00',
        note: null,
      }),
    )
    expect(later.body.verdicts).toMatchObject([{ status: 'applied' }])
    expect(await balanceOf(payload.memberId)).toBe(106)
  })

  test('what waits for the owner is settled by the owner', async () => {
    const other = await createTestBusiness(running)
    const till = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
    await till.push(till.make('customer.signUp', signUpPayload()))
    await running.ask(
      (sql) => sql`update outbox set last_heard_at = now() - interval '400 days'
        where outbox_id = ${till.outboxId}`,
    )
    const [kept, dropped] = [signUpPayload(), signUpPayload()]
    await till.push(
      till.make('customer.signUp', kept),
      till.make('customer.signUp', dropped),
      till.make('purchase.record', {
        purchaseId: newId(),
        memberId: dropped.memberId,
        amount: '5.00',
        note: null,
      }),
    )
    await till.pull()
    const owner = await new TestBrowser(running.url).signIn(other.ownerEmail)
    const params = { businessId: other.businessId }
    const waiting = await owner.call('business.parked', { params })
    expect(waiting.body.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => 'outbox_silent'),
    )
    const decide = (operationIds: string[] | undefined, accept: boolean) =>
      owner.call('business.decideParked', { params, body: { operationIds, accept } })
    expect((await decide([waiting.body[0]?.operationId ?? ''], true)).body).toEqual({ settled: 1 })
    expect((await decide(undefined, false)).body.settled).toBeGreaterThan(0)
    const verdicts = (await till.pull()).flatMap((answer) => answer.verdicts)
    expect(verdicts.map(({ status }) => status).sort()).toEqual(['applied', 'refused', 'refused'])
    expect(await balanceOf(kept.memberId)).toBe(100)
    const stranger = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    expect(await stranger.call('business.parked', { params })).toMatchObject({ status: 404 })
  })
})

describe('time', () => {
  test('55: a clock a day off changes nothing but what the device is told', async () => {
    const payload = signUpPayload()
    const operation = device.make('customer.signUp', payload, {
      madeAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const answer = await device.browser.call('sync.push', {
      body: {
        outboxId: device.outboxId,
        deviceNow: new Date(Date.now() + 86_400_000).toISOString(),
        operations: [operation],
      },
    })
    expect(Math.round(answer.body.skewMs / 3_600_000)).toBe(24)
    const [row] = await running.ask<{ late: boolean }>(
      (sql) => sql`select made_at <= received_at as late from applied_operation
        where operation_id = ${operation.operationId}`,
    )
    expect(row?.late).toBe(true)
  })

  test.each([30, 100])('56: %i days without a word change nothing', async (days) => {
    const memberId = await signUp()
    await running.ask(
      (sql) => sql`update outbox set last_heard_at = now() - ${`${days} days`}::interval
        where outbox_id = ${device.outboxId}`,
    )
    expect((await device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
      { status: 'applied' },
    ])
  })

  test('56: after 400 days what comes is parked for the owner', async () => {
    const memberId = await signUp()
    await running.ask(
      (sql) => sql`update outbox set last_heard_at = now() - interval '400 days'
        where outbox_id = ${device.outboxId}`,
    )
    expect((await device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
      { status: 'parked', code: 'outbox_silent' },
    ])
  })
})

describe('strangers', () => {
  test('nobody pushes or pulls without signing in', async () => {
    const stranger = new TestDevice(new TestBrowser(running.url))
    const operation = stranger.make('customer.signUp', signUpPayload())
    expect(await stranger.push(operation)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    expect(await stranger.browser.call('sync.pull')).toMatchObject({ status: 401 })
  })

  test('nobody reaches a member of another business', async () => {
    const memberId = await signUp()
    const other = await createTestBusiness(running)
    const foreign = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
    const answer = await foreign.push(
      foreign.make('purchase.record', {
        purchaseId: newId(),
        memberId,
        amount: '5.00',
        note: null,
      }),
    )
    expect(answer.body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
    expect(await balanceOf(memberId)).toBe(100)
  })
})
