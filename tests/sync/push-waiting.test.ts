/**
 * Push: work that arrives before its dependencies, with a wrong clock, or after a long silence.
 * Numbers in the titles refer to the scenarios in docs/proof.md.
 */
import { describe, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { openCounter } from './counter.ts'

const counter = openCounter()
const { balanceOf, signUp, purchase } = counter

describe('waiting work', () => {
  test('is parked if it is a purchase for someone whose phone hasn’t synced', async () => {
    const payload = signUpPayload()
    const early = await counter.device.push(purchase(payload.memberId, '8.00'))
    expect(early.body.verdicts).toMatchObject([{ status: 'parked', code: 'member_not_arrived' }])
    // This device has moved on: it only receives newer changes.
    await signUp()
    await counter.device.pull()
    const joined = await counter.device.browser.call('customer.signUp', {
      params: { code: counter.shop.code },
      body: { ...payload, phone: '' },
    })
    expect(joined.status).toBe(201)
    expect(await balanceOf(payload.memberId)).toBe(108)
    const verdicts = (await counter.device.pull()).flatMap((answer) => answer.verdicts)
    expect(verdicts).toMatchObject([
      { operationId: early.body.verdicts[0]?.operationId, status: 'applied' },
    ])
  })

  test('is parked visibly for a suspended business', async () => {
    const other = await createTestBusiness(counter.running)
    const till = new TestDevice(await new TestBrowser(counter.running.url).signIn(other.staffEmail))
    await counter.running
      .sql`update business set status = 'suspended' where id = ${other.businessId}`
    const payload = signUpPayload()
    const answer = await till.push(till.make('customer.signUp', payload))
    expect(answer.body.verdicts).toMatchObject([{ status: 'parked', code: 'business_paused' }])
    await counter.running.sql`update business set status = 'active' where id = ${other.businessId}`
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

  test('is settled by the owner if it waits for them', async () => {
    const other = await createTestBusiness(counter.running)
    const till = new TestDevice(await new TestBrowser(counter.running.url).signIn(other.staffEmail))
    await till.push(till.make('customer.signUp', signUpPayload()))
    await counter.running.sql`update outbox set last_heard_at = now() - interval '400 days'
      where outbox_id = ${till.outboxId}`
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
    const owner = await new TestBrowser(counter.running.url).signIn(other.ownerEmail)
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
    const stranger = await new TestBrowser(counter.running.url).signIn(counter.shop.ownerEmail)
    expect(await stranger.call('business.parked', { params })).toMatchObject({ status: 404 })
  })
})

describe('time', () => {
  test('55: ignores a device clock that is a day off, and reports the offset', async () => {
    const payload = signUpPayload()
    const operation = counter.device.make('customer.signUp', payload, {
      madeAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    // The clock was further ahead then, and set back in between.
    const beforeThat = counter.device.make('customer.signUp', signUpPayload(), {
      madeAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
    })
    const answer = await counter.device.browser.call('sync.push', {
      body: {
        outboxId: counter.device.outboxId,
        deviceNow: new Date(Date.now() + 86_400_000).toISOString(),
        operations: [operation, beforeThat],
      },
    })
    expect(Math.round(answer.body.skewMs / 3_600_000)).toBe(24)
    const rows = await counter.running
      .sql`select made_at <= received_at as late from applied_operation
      where operation_id in ${counter.running.sql([operation.operationId, beforeThat.operationId])}`
    expect(rows).toEqual([{ late: true }, { late: true }])
  })

  test.each([30, 100])('56: ignores %i days of silence', async (days) => {
    const memberId = await signUp()
    await counter.running.sql`update outbox set last_heard_at = now() - ${`${days} days`}::interval
      where outbox_id = ${counter.device.outboxId}`
    expect((await counter.device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
      { status: 'applied' },
    ])
  })

  test('56: restarts the year with every contact', async () => {
    const memberId = await signUp()
    for (let half = 0; half < 2; half += 1) {
      await counter.running.sql`update outbox set last_heard_at = now() - interval '200 days'
        where outbox_id = ${counter.device.outboxId}`
      expect((await counter.device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
        { status: 'applied' },
      ])
    }
  })

  test('56: parks work for the owner after 400 days', async () => {
    const memberId = await signUp()
    await counter.running.sql`update outbox set last_heard_at = now() - interval '400 days'
      where outbox_id = ${counter.device.outboxId}`
    expect((await counter.device.push(purchase(memberId, '5.00'))).body.verdicts).toMatchObject([
      { status: 'parked', code: 'outbox_silent' },
    ])
  })
})
