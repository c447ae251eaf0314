/**
 * Push: every operation ends exactly once, with a verdict stored beside its effect. Numbers in the
 * titles refer to the scenarios in docs/proof.md.
 */
import { describe, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { openCounter } from './counter.ts'

const counter = openCounter()
const { newDevice, balanceOf, signUp, purchase, redeem } = counter

describe('delivery', () => {
  test('2: repeats a lost answer but not the effect', async () => {
    const payload = signUpPayload()
    const batch = [
      counter.device.make('customer.signUp', payload),
      purchase(payload.memberId, '12.50'),
    ]
    const first = await counter.device.push(...batch)
    const again = await counter.device.push(...batch)
    expect(again.body.verdicts).toEqual(first.body.verdicts)
    expect(again.body.expected).toBe(first.body.expected)
    expect(await balanceOf(payload.memberId)).toBe(112)
  })

  test('4: performs one batch once on many simultaneous connections', async () => {
    const payload = signUpPayload()
    const batch = [
      counter.device.make('customer.signUp', payload),
      purchase(payload.memberId, '7.00'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => counter.device.push(...batch)),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied'])
    }
    expect(await balanceOf(payload.memberId)).toBe(107)
  })

  test('6: performs a batch once when it is resent in other pieces', async () => {
    const payload = signUpPayload()
    const batch = [
      counter.device.make('customer.signUp', payload),
      purchase(payload.memberId, '3.00'),
      purchase(payload.memberId, '4.00'),
    ]
    const [first, second, third] = batch as [never, never, never]
    await counter.device.push(first, second)
    await counter.device.push(first, second, third)
    await counter.device.push(second, third)
    expect(await balanceOf(payload.memberId)).toBe(107)
  })
})

describe('order', () => {
  test('16: applies a sign-up, purchases and a redemption queued together', async () => {
    const payload = signUpPayload()
    const answer = await counter.device.push(
      counter.device.make('customer.signUp', payload),
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

  test('17: refuses what depends on a refused sign-up, with its reason', async () => {
    const payload = signUpPayload({ email: 'not an address' })
    const answer = await counter.device.push(
      counter.device.make('customer.signUp', payload),
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

  /** Pushes as the app of this release does: with the number up to which it has every verdict. */
  const pushBehind = (settledSeq: number, ...operations: PushedOperation[]) =>
    counter.device.browser.call('sync.push', {
      body: {
        outboxId: counter.device.outboxId,
        deviceNow: new Date().toISOString(),
        settledSeq,
        operations,
      },
    })

  test('18: takes what comes behind a gap, and counts what is missing until it arrives', async () => {
    await signUp()
    const [first, second, third] = [1, 2, 3].map(() =>
      counter.device.make('customer.signUp', signUpPayload()),
    ) as [PushedOperation, PushedOperation, PushedOperation]
    const gap = await pushBehind(1, third)
    expect(gap.body).toMatchObject({
      verdicts: [{ status: 'applied' }],
      expected: third.seq + 1,
      missing: 2,
    })
    expect((await pushBehind(1, second)).body).toMatchObject({ missing: 1 })
    expect((await pushBehind(1, first, second, third)).body).toMatchObject({
      verdicts: [{ status: 'applied' }, { status: 'applied' }, { status: 'applied' }],
      expected: third.seq + 1,
      missing: 0,
    })
  })

  test('18: counts no missing numbers for an app that does not report its verdicts', async () => {
    await signUp()
    const later = counter.device.make('customer.signUp', signUpPayload(), { seq: 9 })
    expect((await counter.device.push(later)).body).toMatchObject({
      verdicts: [{ status: 'applied' }],
      missing: 0,
    })
  })

  test('18: judges nothing before the work that a rolled back server forgot', async () => {
    const memberId = await signUp()
    const [spending, sale] = [redeem(memberId, 150), purchase(memberId, '80.00')]
    await counter.running
      .sql`update reward set points_required = 150 where id = ${counter.shop.rewardId}`
    // The device has the sale's verdict, but the server has lost the sale.
    const told = await pushBehind(3, { ...spending, seq: 4 })
    expect(told).toMatchObject({ status: 409, body: { code: 'must_refetch' } })
    counter.device.outboxId = newId()
    const again = await pushBehind(0, { ...sale, seq: 1 }, { ...spending, seq: 2 })
    expect(again.body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect(await balanceOf(memberId)).toBe(30)
    await counter.running
      .sql`update reward set points_required = 50 where id = ${counter.shop.rewardId}`
  })

  test('19: takes a used number with an unknown id, and both count', async () => {
    const memberId = await signUp()
    const [one, other] = [purchase(memberId, '5.00'), purchase(memberId, '5.00', newId())]
    await counter.device.push(one)
    // A phone that was copied with its storage gives the same numbers.
    const copied = await pushBehind(one.seq - 1, { ...other, seq: one.seq })
    expect(copied.body).toMatchObject({ verdicts: [{ status: 'applied' }], missing: 0 })
    expect(await balanceOf(memberId)).toBe(110)
  })

  test('keeps a discarded operation’s number and does nothing', async () => {
    const payload = signUpPayload()
    const discarded = counter.device.make('customer.signUp', payload, { discarded: true })
    const answer = await counter.device.push(discarded, purchase(payload.memberId, '5.00'))
    expect(answer.body.verdicts).toMatchObject([
      { status: 'discarded' },
      { status: 'refused', code: 'depends_on_refused' },
    ])
  })

  test('recognizes a known operation under another outbox', async () => {
    const payload = signUpPayload()
    const operation = counter.device.make('customer.signUp', payload)
    const first = await counter.device.push(operation)
    const other = await newDevice()
    const again = await other.push({ ...operation, seq: 1 })
    expect(again.body.verdicts).toEqual(first.body.verdicts)
    expect(again.body.expected).toBe(2)
  })
})

describe('poison', () => {
  test.each([0, 1, 2])(
    '20: parks only an operation that always throws, at place %i',
    async (place) => {
      const memberId = await signUp()
      // Another member's ledger entry has this id, so the insert throws.
      const poison = purchase(memberId, '5.00')
      await counter.running.sql`insert into points_entry
      (business_id, id, member_id, reason, points, description, operation_id, created_at, version)
      values (${counter.shop.businessId}, ${newId()}, ${memberId}, 'adjustment', 0, 'Taken',
        ${poison.operationId}, now(), 0)`
      const good = [0, 1].map(() => purchase(memberId, '5.00'))
      const batch = [...good.slice(0, place), poison, ...good.slice(place)].map(
        (operation, index) => ({ ...operation, seq: poison.seq + index }),
      )
      const answer = await counter.device.push(...batch)
      expect(answer.status).toBe(200)
      expect(answer.body.verdicts.map(({ status, code }) => code ?? status)).toEqual(
        batch.map((operation) => (operation === batch[place] ? 'server_error' : 'applied')),
      )
      expect(await balanceOf(memberId)).toBe(110)
    },
  )

  test('21: keeps an unknown operation or version and continues with the rest', async () => {
    const memberId = await signUp()
    const answer = await counter.device.push(
      counter.device.make('purchase.invent' as never, { memberId } as never),
      counter.device.make(
        'purchase.record',
        { purchaseId: newId(), memberId, amount: '1.00' },
        { v: 99 },
      ),
      purchase(memberId, '1.00'),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'parked', code: 'version_newer' },
      { status: 'parked', code: 'version_newer' },
      { status: 'applied' },
    ])
  })

  test('22: refuses a whole push over its size or count', async () => {
    const large = counter.device.make('purchase.record', {
      purchaseId: newId(),
      memberId: newId(),
      amount: '1.00',
      note: 'x'.repeat(1_100_000),
    })
    expect(await counter.device.push(large)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
    const many = Array.from({ length: 101 }, () => purchase(newId(), '1.00'))
    expect(await counter.device.push(...many)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  test('23: refuses the same id with another payload and keeps the first effect', async () => {
    const memberId = await signUp()
    const operation = purchase(memberId, '10.00')
    await counter.device.push(operation)
    const changed = { ...operation, payload: { ...(operation.payload as object), amount: '99.00' } }
    const answer = await counter.device.push(changed)
    expect(answer.body.verdicts).toMatchObject([{ status: 'refused', code: 'key_reused' }])
    expect(await balanceOf(memberId)).toBe(110)
  })

  test('24: repeats a refusal', async () => {
    const memberId = await signUp()
    const operation = redeem(memberId, 50, newId())
    const first = await counter.device.push(operation)
    expect(first.body.verdicts).toMatchObject([{ code: 'reward_unavailable' }])
    expect((await counter.device.push(operation)).body.verdicts).toEqual(first.body.verdicts)
  })
})

describe('strangers', () => {
  test('can’t push or pull without signing in', async () => {
    const stranger = new TestDevice(new TestBrowser(counter.running.url))
    const operation = stranger.make('customer.signUp', signUpPayload())
    expect(await stranger.push(operation)).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    expect(await stranger.browser.call('sync.pull')).toMatchObject({ status: 401 })
  })

  test('can’t reach a member of another business', async () => {
    const memberId = await signUp()
    const other = await createTestBusiness(counter.running)
    const foreign = new TestDevice(
      await new TestBrowser(counter.running.url).signIn(other.staffEmail),
    )
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
