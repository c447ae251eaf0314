/**
 * Earning by the business's rule: exact, by the rule the cashier saw, reversed in part, adjusted.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { ProgramChanges } from '#schema/contract/program.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice
let memberId: string
let revision: string

beforeEach(async () => {
  shop = await createTestBusiness(running, { welcomePoints: 0, welcomeDiscountPercent: 0 })
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const payload = signUpPayload()
  await staff.push(staff.make('customer.signUp', payload))
  memberId = payload.memberId
  revision = firstRuleId
})

const buy = (amount: string, changes: { ruleId?: string; purchaseId?: string } = {}) =>
  staff.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null, ...changes })
const reverse = (purchaseId: string, amount?: string) =>
  staff.make('purchase.reverse', { purchaseId, memberId, ...(amount && { amount }) })
/** @returns the id of the new current rule */
async function setProgram(changes: ProgramChanges): Promise<string> {
  const operation = owner.make('program.change', { revision, changes })
  const answer = await owner.push(operation)
  expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
  revision = operation.operationId
  return operation.operationId
}
async function standing() {
  const [row] =
    await running.sql`select points, total_spent_cents::int as spent, points_carry as carry,
    (select coalesce(sum(points), 0)::int from points_entry e
      where e.business_id = c.business_id and e.member_id = c.id) as sum
    from customer c where id = ${memberId}`
  expect(row?.points).toBe(row?.sum)
  return row
}

describe('remainders', () => {
  test.each([
    ['down', 1000, '0.01'],
    ['nearest', 100, '0.10'],
    ['up', 100, '0.10'],
  ] as const)(
    'add up to ten dollars of points over many small purchases, rounding %s (%i of $%s)',
    { timeout: 120_000 },
    async (rounding, count, amount) => {
      await setProgram({ rounding })
      for (let sent = 0; sent < count; sent += 100) {
        await staff.push(...Array.from({ length: 100 }, () => buy(amount)))
      }
      expect(await standing()).toMatchObject({ points: 10, spent: 1000, carry: 0 })
    },
  )

  test('add up at half a point per dollar', async () => {
    await setProgram({ pointsPerDollar: 0.5 })
    await staff.push(buy('1.00'), buy('1.00'), buy('1.00'))
    expect(await standing()).toMatchObject({ points: 1, carry: 5000 })
  })

  test('borrowed before a change of rounding are repaid, and no purchase costs points', async () => {
    await setProgram({ rounding: 'up' })
    await staff.push(buy('0.01'))
    expect(await standing()).toMatchObject({ points: 1, carry: -9900 })
    await setProgram({ rounding: 'down' })
    const { body } = await staff.push(buy('0.50'), buy('0.49'), buy('1.00'))
    expect(body.verdicts.map(({ result }) => result?.points)).toEqual([0, 0, 1])
    expect(await standing()).toMatchObject({ points: 2, carry: 0, spent: 200 })
  })

  test('borrowed by a later rule don’t block a purchase by an earlier one', async () => {
    const seen = await setProgram({ rounding: 'nearest' })
    await setProgram({ rounding: 'up' })
    const { body } = await staff.push(buy('0.01'), buy('0.30', { ruleId: seen }))
    expect(body.verdicts.map(({ result }) => result?.points)).toEqual([1, 0])
    expect(await standing()).toMatchObject({ points: 1, carry: -6900 })
  })

  test('count a purchase below the minimum as spent without points', async () => {
    await setProgram({ minimumPurchase: '5.00' })
    await staff.push(buy('4.99'), buy('5.00'))
    expect(await standing()).toMatchObject({ points: 5, spent: 999 })
  })
})

describe('tenders', () => {
  const paid = (amount: string, tender?: 'cash' | 'card' | 'gift_card') =>
    staff.make('purchase.record', {
      purchaseId: newId(),
      memberId,
      amount,
      ...(tender && { tender }),
    })

  test('excluded by the program earn nothing and count as spent', async () => {
    await setProgram({ excludedTenders: ['gift_card', 'cash'] })
    await staff.push(paid('10.00', 'gift_card'), paid('10.00', 'cash'))
    expect(await standing()).toMatchObject({ points: 0, spent: 2000 })
    await staff.push(paid('10.00', 'card'), paid('5.00'))
    expect(await standing()).toMatchObject({ points: 15, spent: 3500 })
  })

  test('follow the rule that the cashier saw', async () => {
    const open = await setProgram({ pointsPerDollar: 2 })
    await setProgram({ excludedTenders: ['cash'] })
    await staff.push({
      ...paid('10.00', 'cash'),
      payload: {
        purchaseId: newId(),
        memberId,
        amount: '10.00',
        tender: 'cash',
        ruleId: open,
      },
    })
    expect(await standing()).toMatchObject({ points: 20 })
  })

  test.each([[['cash', 'cash']], [['shells']]])('reject %j', async (excludedTenders) => {
    const changes = { excludedTenders } as unknown as ProgramChanges
    const answer = await owner.push(owner.make('program.change', { revision, changes }))
    expect(answer.body.verdicts).toMatchObject([{ code: 'validation_failed' }])
  })
})

describe('the rule that the cashier saw', () => {
  test('applies for seven days after its replacement, then the current rule does', async () => {
    const second = await setProgram({ pointsPerDollar: 3 })
    await setProgram({ pointsPerDollar: 10 })
    await staff.push(buy('1.00', { ruleId: firstRuleId }), buy('1.00', { ruleId: second }))
    expect(await standing()).toMatchObject({ points: 1 + 3 })
    await running.sql`update replaced_earning_rule set replaced_at = now() - interval '7 days'
      where business_id = ${shop.businessId}`
    await staff.push(buy('1.00', { ruleId: firstRuleId }))
    expect(await standing()).toMatchObject({ points: 4 + 10 })
  })

  test('is ignored if unknown or another business’s, in favor of the current rule', async () => {
    await staff.push(buy('2.00', { ruleId: newId() }))
    expect(await standing()).toMatchObject({ points: 2 })
  })

  test('is the current rule for a purchase of version 1', async () => {
    await setProgram({ pointsPerDollar: 2 })
    const purchaseId = newId()
    const first = { purchaseId, memberId, amount: '5.00', note: null }
    await staff.push(staff.make('purchase.record', first, { v: 1 }))
    expect(await standing()).toMatchObject({ points: 10 })
    await staff.push(staff.make('purchase.reverse', { purchaseId, memberId }, { v: 1 }))
    expect(await standing()).toMatchObject({ points: 0, spent: 0 })
  })

  test('changes for later operations of the same push', async () => {
    const change = owner.make('program.change', { revision, changes: { pointsPerDollar: 4 } })
    const purchaseId = newId()
    await owner.push(
      change,
      owner.make('purchase.record', { purchaseId, memberId, amount: '1.00', note: null }),
    )
    expect(await standing()).toMatchObject({ points: 4 })
  })
})

describe('a reversal', () => {
  test('in parts takes back exactly what the purchase earned', async () => {
    const purchaseId = newId()
    await staff.push(buy('10.00', { purchaseId }), buy('0.50'))
    const answer = await staff.push(
      reverse(purchaseId, '3.33'),
      reverse(purchaseId, '6.68'),
      reverse(purchaseId, '3.33'),
      reverse(purchaseId),
      reverse(purchaseId),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'applied', result: { amount: '3.33' } },
      {
        code: 'reversal_too_large',
        message: 'Only $6.67 of this purchase is left to reverse.',
        result: { left: '6.67' },
      },
      { status: 'applied' },
      { status: 'applied', result: { amount: '3.34' } },
      { code: 'purchase_reversed' },
    ])
    expect(await standing()).toMatchObject({ points: 0, spent: 50, carry: 5000 })
  })

  test('in parts takes back exactly the whole points of a purchase from before fractions', async () => {
    const purchaseId = newId()
    await staff.push(buy('3.34', { purchaseId }))
    // Migration 0022 wrote this value.
    await running.sql`update purchase set earned_units = points * 10000 where id = ${purchaseId}`
    await running.sql`update customer set points_carry = 0 where id = ${memberId}`
    await staff.push(
      reverse(purchaseId, '1.11'),
      reverse(purchaseId, '1.11'),
      reverse(purchaseId, '1.12'),
    )
    expect(await standing()).toMatchObject({ points: 0, spent: 0, carry: 0 })
  })

  test('creates no points from fractions', async () => {
    for (let round = 0; round < 5; round += 1) {
      const purchaseId = newId()
      await staff.push(buy('0.99', { purchaseId }), reverse(purchaseId))
    }
    expect(await standing()).toMatchObject({ points: 0, spent: 0, carry: 0 })
  })

  test('never adds points, whatever the rounding is by then', async () => {
    const purchaseId = newId()
    await staff.push(buy('0.99', { purchaseId }))
    await setProgram({ rounding: 'up' })
    const { body } = await staff.push(reverse(purchaseId, '0.01'))
    expect(body.verdicts).toMatchObject([{ status: 'applied', result: { points: 0 } }])
    expect(await standing()).toMatchObject({ points: 0, carry: 9800 })
  })

  test('of a purchase without points is possible for a member who owes', async () => {
    const purchaseId = newId()
    await staff.push(buy('0.30', { purchaseId }))
    const debt = { memberId, points: -10, reason: 'Debt', acceptDebt: true }
    await owner.push(owner.make('points.adjust', debt))
    const { body } = await staff.push(reverse(purchaseId))
    expect(body.verdicts).toMatchObject([{ status: 'applied' }])
    expect(await standing()).toMatchObject({ points: -10, carry: 0, spent: 0 })
  })

  test('of points already spent is refused and changes nothing', async () => {
    const purchaseId = newId()
    await staff.push(
      buy('50.00', { purchaseId }),
      staff.make('reward.redeem', {
        couponId: newId(),
        memberId,
        rewardId: shop.rewardId,
        pointsSeen: 50,
      }),
    )
    const answer = await staff.push(reverse(purchaseId, '10.00'))
    expect(answer.body.verdicts).toMatchObject([{ code: 'points_spent' }])
    expect(await standing()).toMatchObject({ points: 0, spent: 5000 })
  })

  test('happens once for 30 concurrent requests', async () => {
    const purchaseId = newId()
    await staff.push(buy('10.00', { purchaseId }), buy('100.00'))
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => {
        const device = new TestDevice(staff.browser)
        return device.push(
          device.make('purchase.reverse', { purchaseId, memberId, amount: '10.00' }),
        )
      }),
    )
    const applied = answers.filter(({ body }) => body.verdicts[0]?.status === 'applied')
    expect(applied).toHaveLength(1)
    expect(await standing()).toMatchObject({ points: 100, spent: 10_000 })
  })
})

describe('an adjustment', () => {
  const adjust = (points: number, more: object = {}) =>
    owner.make('points.adjust', { memberId, points, reason: 'A late receipt', ...more })

  test('adds and subtracts with a reason, below zero only as an accepted debt', async () => {
    const answer = await owner.push(
      adjust(30),
      adjust(-40),
      adjust(-10),
      adjust(-40, { acceptDebt: true }),
    )
    expect(answer.body.verdicts).toMatchObject([
      { status: 'applied', result: { points: 30, memberId } },
      {
        code: 'points_short',
        message: expect.stringMatching(/^The balance is \d+ points, so 40 can’t be taken off\.$/),
        result: { taken: '40', balance: expect.stringMatching(/^\d+$/) },
      },
      { status: 'applied' },
      { status: 'applied' },
    ])
    expect(await standing()).toMatchObject({ points: -20 })
    await staff.push(buy('25.00'))
    expect(await standing()).toMatchObject({ points: 5 })
  })

  test('is for owners only, and applies once however often its answer is lost', async () => {
    const asked = staff.make('points.adjust', { memberId, points: 5, reason: 'Mine' })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
    const operation = adjust(7)
    await owner.push(operation)
    await owner.push(operation)
    expect(await standing()).toMatchObject({ points: 7 })
  })

  test.each([0, 1.5, 1e9, -1e9, Number.MAX_SAFE_INTEGER])('rejects %d points', async (points) => {
    const answer = await owner.push(adjust(points))
    expect(answer.body.verdicts).toMatchObject([{ code: 'validation_failed' }])
  })

  test('without a reason is refused', async () => {
    const answer = await owner.push(adjust(5, { reason: ' ' }))
    expect(answer.body.verdicts).toMatchObject([
      { code: 'validation_failed', message: 'Give a reason' },
    ])
  })
})

describe('the program', () => {
  test('is changed by owners only, and refuses the second of two editors', async () => {
    const asked = staff.make('program.change', { revision, changes: { welcomePoints: 1 } })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
    const other = new TestDevice(owner.browser)
    const late = other.make('program.change', { revision, changes: { pointsPerDollar: 9 } })
    await setProgram({ welcomePoints: 40, welcomeDiscountPercent: 0 })
    expect((await other.push(late)).body.verdicts).toMatchObject([
      { code: 'program_changed_meanwhile' },
    ])
    await staff.push(buy('1.00'))
    expect(await standing()).toMatchObject({ points: 1 })
  })

  test('sets a new member’s welcome and the sign-up page’s promise', async () => {
    await setProgram({ welcomePoints: 25, welcomeDiscountPercent: 15 })
    const lookUp = await staff.browser.call('signUp.lookUp', { params: { code: shop.code } })
    expect(lookUp.body.welcome).toEqual({ points: 25, discountPercent: 15 })
    const answer = await staff.push(staff.make('customer.signUp', signUpPayload()))
    expect(answer.body.verdicts[0]?.result).toMatchObject({ bonusPoints: 25 })
    const rows = (await staff.pull()).flatMap((page) => page.rows.business ?? [])
    expect(rows.at(-1)).toMatchObject({ welcomePoints: 25, programRevision: revision })
  })

  test.each([
    { pointsPerDollar: -1 },
    { pointsPerDollar: 0.001 },
    { pointsPerDollar: 1e6 },
    { minimumPurchase: '-1' },
    { minimumPurchase: '1e3' },
    { welcomePoints: -5 },
    { welcomePoints: 2.5 },
    { welcomeDiscountPercent: 101 },
    { rounding: 'sideways' as never },
  ])('rejects %o', async (changes) => {
    const answer = await owner.push(owner.make('program.change', { revision, changes }))
    expect(answer.body.verdicts).toMatchObject([{ code: 'validation_failed' }])
  })

  test('refuses a purchase that would overflow the balance', async () => {
    await setProgram({ pointsPerDollar: 1000 })
    await staff.push(buy('1000000.00'), buy('1000000.00'))
    const answer = await staff.push(buy('1000000.00'))
    expect(answer.body.verdicts).toMatchObject([{ code: 'points_over' }])
    expect(await standing()).toMatchObject({ points: 2_000_000_000 })
  })
})
