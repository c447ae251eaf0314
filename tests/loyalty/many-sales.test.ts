/** Sales of one push are judged one after the other, and cost few statements together. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRuleId, rounding } from '#schema/contract/earning.ts'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { idFrom, newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let statements: string[] = []
const events: string[] = []

beforeAll(async () => {
  running = await startTestServer(
    {},
    {
      doors: { onStatement: (statement) => statements.push(statement) },
      log: (event) => events.push(event),
    },
  )
})
afterAll(() => running.close())

async function open() {
  const shop = await createTestBusiness(running, { welcomePoints: 0, welcomeDiscountPercent: 0 })
  const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const sale = (memberId: string, amount = '1.00', purchaseId = newId()) =>
    till.make('purchase.record', { purchaseId, memberId, amount, note: null })
  const members = Array.from({ length: 20 }, () => signUpPayload())
  await till.push(...members.map((member) => till.make('customer.signUp', member)))
  const standingOf = async (memberId: string) => {
    const [row] = await running.sql<{ points: number; sum: number; sales: number }[]>`select points,
        (select coalesce(sum(points), 0)::int from points_entry e
          where e.business_id = c.business_id and e.member_id = c.id) as sum,
        (select count(*)::int from purchase p
          where p.business_id = c.business_id and p.member_id = c.id) as sales
      from customer c where business_id = ${shop.businessId} and id = ${memberId}`
    return row && { ...row }
  }
  return { shop, till, sale, standingOf, ids: members.map(({ memberId }) => memberId) }
}

test('costs as few statements as one sale does', async () => {
  const { till, sale, standingOf, ids } = await open()
  const sales = Array.from({ length: 100 }, (_, at) => sale(ids[at % ids.length] ?? ''))
  statements = []
  const { body } = await till.push(...sales)
  expect(new Set(body.verdicts.map(({ status }) => status))).toEqual(new Set(['applied']))
  expect(statements.length).toBeLessThan(20)
  for (const id of ids) expect(await standingOf(id)).toEqual({ points: 5, sum: 5, sales: 5 })
})

test('repays a debt that is larger than one number of points can be', async () => {
  const shop = await createTestBusiness(running, { welcomePoints: 0, pointsPerDollar: 1000 })
  const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const member = signUpPayload()
  const { memberId } = member
  await till.push(till.make('customer.signUp', member))
  const taken = { memberId, points: -10_000_000, reason: 'Counted', acceptDebt: true }
  await till.push(...Array.from({ length: 60 }, () => till.make('points.adjust', taken)))
  const sale = (amount: string) =>
    till.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null })
  const { body } = await till.push(sale('900000.00'), sale('900000.00'), sale('700000.00'))
  expect(body.verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(events).not.toContain('operation.failed')
})

test('refuses an id of an earlier push and of the same one, and goes on', async () => {
  const { till, sale, standingOf, ids } = await open()
  const [one = '', other = ''] = ids
  const [earlier, repeated] = [newId(), newId()]
  await till.push(sale(one, '1.00', earlier))
  const { body } = await till.push(
    sale(one, '2.00', earlier),
    sale(one, '4.00', repeated),
    sale(other, '8.00', repeated),
    sale(one, '16.00'),
  )
  expect(body.verdicts.map(({ status, code }) => code ?? status)).toEqual([
    'id_taken',
    'applied',
    'id_taken',
    'applied',
  ])
  expect(await standingOf(one)).toEqual({ points: 21, sum: 21, sales: 3 })
  expect(await standingOf(other)).toEqual({ points: 0, sum: 0, sales: 0 })
})

test('counts sales under a joined member’s id and under the kept one’s alike', async () => {
  const { till, sale, standingOf, ids } = await open()
  const [kept = '', joined = ''] = ids
  await till.push(till.make('customer.join', { keepId: kept, joinId: joined }))
  const { body } = await till.push(
    sale(kept, '0.60'),
    sale(joined, '0.60'),
    sale(kept, '0.60'),
    sale(joined, '0.20'),
  )
  expect(new Set(body.verdicts.map(({ status }) => status))).toEqual(new Set(['applied']))
  expect(await standingOf(kept)).toMatchObject({ points: 2, sum: 2 })
})

test('counts a reversal that waited for a sale in the middle of a push', async () => {
  const { till, sale, standingOf, ids } = await open()
  const [id = ''] = ids
  const awaited = newId()
  const reversal = { purchaseId: awaited, memberId: id, amount: '0.70' }
  const { body } = await till.push(till.make('purchase.reverse', reversal))
  expect(body.verdicts).toMatchObject([{ status: 'parked', code: 'work_not_arrived' }])
  await till.push(sale(id, '0.60'), sale(id, '0.80', awaited), sale(id, '0.80'), sale(id, '0.40'))
  expect(await standingOf(id)).toEqual({ points: 1, sum: 1, sales: 4 })
  await till.push(sale(id, '0.10'))
  expect(await standingOf(id)).toMatchObject({ points: 2, sum: 2 })
})

test('refuses the sale of a run that a balance has no room for', async () => {
  const { shop, till, sale, ids } = await open()
  const [id = ''] = ids
  const points = serverLimits.balanceMax - 5
  await running.sql`update customer set points = ${points}
    where business_id = ${shop.businessId} and id = ${id}`
  const { body } = await till.push(sale(id, '4.00'), sale(id, '2.00'), sale(id, '1.00'))
  expect(body.verdicts.map(({ status, code }) => code ?? status)).toEqual([
    'applied',
    'points_over',
    'applied',
  ])
})

const kinds = {
  sell: 12,
  reverse: 3,
  signUp: 2,
  join: 1,
  separate: 1,
  redeem: 1,
  adjust: 1,
  program: 1,
  repeat: 1,
}
type Kind = keyof typeof kinds

/** The numbers choose a member, another one, and a purchase; two of the members have one address. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...Object.entries(kinds).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind)),
    ),
    who: fc.nat({ max: 7 }),
    other: fc.nat({ max: 7 }),
    which: fc.nat({ max: 29 }),
    cents: fc.nat({ max: 999 }),
  }),
  { minLength: 50, maxLength: 50 },
)
interface Ending {
  name: string
  status: string
  code: string | null
}
type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never

const erasureMs = 25 * 3_600_000

const memberIdOf = (who: number) => idFrom('member', String(who))
const purchaseIdOf = (which: number) => idFrom('purchase', String(which))

/** Half of the people are members already: one is erased, and one joined into another. */
async function openWithHistory() {
  const shop = await createTestBusiness(running, { welcomePoints: 0, welcomeDiscountPercent: 0 })
  const till = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const seen = [firstRuleId]
  const buyers = new Map<string, string>()
  const asked: PushedOperation[] = []

  const signUp = (who: number) => {
    const email = `${Math.min(who, 6)}.${shop.businessId}@example.com`
    return till.make('customer.signUp', signUpPayload({ memberId: memberIdOf(who), email }))
  }
  function make({ kind, who, other, which, cents }: Step): PushedOperation {
    const [memberId, otherId] = [memberIdOf(who), memberIdOf(other)]
    const purchaseId = purchaseIdOf(which)
    const amount = (cents / 100 + 0.01).toFixed(2)
    if (kind === 'sell') {
      const ruleId = seen[which % seen.length]
      buyers.set(purchaseId, memberId)
      return till.make('purchase.record', { purchaseId, memberId, amount, note: null, ruleId })
    }
    if (kind === 'reverse') {
      const buyer = buyers.get(purchaseId) ?? memberId
      return till.make('purchase.reverse', { purchaseId, memberId: buyer, amount })
    }
    if (kind === 'join') return till.make('customer.join', { keepId: memberId, joinId: otherId })
    if (kind === 'separate') {
      const pair = { keepId: memberId, joinId: otherId }
      return till.make('customer.separate', { ...pair, spentSeen: 1_000 })
    }
    if (kind === 'redeem') {
      const redeemed = { couponId: newId(), memberId, rewardId: shop.rewardId }
      return till.make('reward.redeem', { ...redeemed, pointsSeen: 50 })
    }
    if (kind === 'adjust') {
      return till.make('points.adjust', { memberId, points: which - 20, reason: 'Counted' })
    }
    if (kind === 'program') {
      const changes = { pointsPerDollar: 1 + (which % 4), rounding: rounding.options[cents % 3] }
      const changed = till.make('program.change', { revision: seen.at(-1) ?? '', changes })
      seen.push(changed.operationId)
      return changed
    }
    return asked[which % Math.max(1, asked.length)] ?? signUp(who)
  }

  const history = [0, 1, 2, 3].map(signUp)
  history.push(till.make('customer.join', { keepId: memberIdOf(0), joinId: memberIdOf(1) }))
  await till.push(...history)
  const params = { businessId: shop.businessId, memberId: memberIdOf(2) }
  await till.browser.call('business.eraseMember', { params, body: { reason: 'Asked in person' } })
  running.turnClock(erasureMs)
  await eraseDueMembers(running.server)
  running.turnClock(-erasureMs)
  return {
    ...shop,
    till,
    make(step: Step) {
      const operation = step.kind === 'signUp' ? signUp(step.who) : make(step)
      asked.push(operation)
      return operation
    },
  }
}

/** By the numbers of the outbox, and by ids that are the same in each business. */
async function stateOf({ businessId }: TestBusiness) {
  const verdicts = await running.sql`select seq, name, status, code, result ->> 'points' as points
    from applied_operation where business_id = ${businessId} order by seq`
  const members = await running.sql`select id, joined_into, points, points_carry, total_spent_cents
    from customer where business_id = ${businessId} order by id`
  const purchases =
    await running.sql`select id, member_id, amount_cents, points, earned_units, reversed_cents
    from purchase where business_id = ${businessId} order by id`
  const wrong = await running.server.doors.tenantSnapshot(businessId, verifyLedger)
  return { verdicts: [...verdicts], members: [...members], purchases: [...purchases], wrong }
}

test('judges a push of many operations as if each had come alone', async () => {
  const ends = new Set<string>()
  const property = fc.asyncProperty(steps, async (chosen) => {
    const [together, alone] = [await openWithHistory(), await openWithHistory()]
    await together.till.push(...chosen.map(together.make))
    for (const step of chosen) await alone.till.push(alone.make(step))
    const { verdicts, ...state } = await stateOf(together)
    expect({ verdicts, ...state }).toEqual(await stateOf(alone))
    expect(state.wrong).toEqual([])
    for (const { name, status, code } of verdicts as Ending[]) ends.add(`${name} ${code ?? status}`)
  })
  await fc.assert(property, { numRuns: 4, seed: 1128, endOnFailure: true })
  for (const end of ['applied', 'id_taken', 'member_erased', 'member_not_arrived']) {
    expect(ends).toContain(`purchase.record ${end}`)
  }
})
