/**
 * How much every statement of a business reads once it has 100,000 customers and their history,
 * beside thousands of small businesses: run again as the serving login, under row-level security,
 * with a custom and a generic plan. None reads the whole business for one member, operation or
 * code; exceptions are listed here, with the reason.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type CallName } from '#schema/contract/api.ts'
import { notifyCustomers } from '#sync-server/jobs.ts'
import { runCampaigns } from '#sync-server/loyalty/campaigns/run-campaigns.ts'
import { foldUnfolded, parseUnparsed } from '#sync-server/loyalty/contact.ts'
import { newId } from '#sync-server/rule/id.ts'
import { campaignTerms, signUpPayload, TestDevice } from '#tests/support/device.ts'
import { filledTables, fillHistory } from '#tests/support/fill-history.ts'
import { fillOthers } from '#tests/support/large-and-small.ts'
import { startTestServer, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { bodies } from './bodies.ts'
import { liveADay } from './day-of-a-business.ts'
import { explain, type Plan, planModes, type Statement } from './explain.ts'
import { createWorld, type World } from './world.ts'

const customers = 100_000
/** A plan that reads more rows than this grows with the business. */
const rowsMax = 6_000
/**
 * A list's page size: its limit is a parameter, which the planner assumes to be a tenth of all
 * rows.
 */
const pageMax = 1_000
/** Fewer would mean that the test missed statements. */
const statementsMin = 130
const timeoutMs = 600_000

const wholeBusiness: { says: RegExp; why: string }[] = [
  {
    says: /^update "applied_operation" set "payload_hash" = /,
    why: 'an erasure, also by the undo of an import: a member’s words may be in any operation',
  },
  {
    says: /^select day::text as day, .* from points_entry .* group by member_id\) sums join customer /,
    why: 'the sums of points, until the job has kept them for the first time',
  },
  {
    says: /^select count\(\*\) filter \(where \("customer"."marketing_email" = \$1 and .* from "customer"/,
    why: 'how many a campaign would reach, before an owner starts it',
  },
  {
    says: /^select "first_name", "last_name" from "customer" .* order by "customer"."id" limit/,
    why: 'some of whom it would reach, by name',
  },
  {
    says: /^select "id", "email", 'once' from "customer" .* order by "customer"."id" asc limit/,
    why: 'the next hundred members of a campaign to everybody',
  },
  {
    says: /^select "outbox_id", "status", count\(\*\)::int from "applied_operation"/,
    why: 'how many changes of each device have arrived, on the owner’s page of devices',
  },
  {
    says: /^select .* from "(purchase|points_entry)" where .*"version" <= \$2 and \(.*\) < .* order by .*"version" desc/,
    why: 'the last page of a first sync’s history: looks through what is too old, once for each device',
  },
  {
    says: /^select "id", "phone" from "customer" where .* for update skip locked$/,
    why: 'numbers to parse after an upgrade: some at once, here of all',
  },
  {
    says: /^with person as materialized \( select id, created_at, phone_e164, /,
    why: 'an owner’s page of pairs: compares all members with each other',
  },
  {
    says: /^with latest as \( select distinct on \(member_id, channel\) .* from consent_record /,
    why: 'birthdays and consents of an owner’s export: those of all customers that a device holds',
  },
  {
    says: /^select date_bin\('1 hour', at, .*\) as hour, (coalesce|qr_code_id)/,
    why: 'the hours of activity that are closed: each row once, here all of them for the first time',
  },
]

/** By statement text, with parameters of the large business if it ran there. */
const heard = new Map<string, unknown[]>()
let running: TestServer
let world: World

beforeAll(async () => {
  running = await startTestServer({}, { doors: { onTenantStatement: hear } })
  world = await createWorld(running)
  const { businessId } = world.first
  await fillHistory(running, businessId, customers)
  // A generic plan assumes a business of average size.
  await fillOthers(running, businessId)
  heard.clear()
}, timeoutMs)
afterAll(() => running.close())

test(
  'reads no whole business for one of its customers',
  async () => {
    await liveADay(running, await peopleOf(world))
    await askEverything()
    await runByItself()
    const statements = [...heard]
      .map(([text, parameters]): Statement => ({ text, parameters }))
      .filter(({ text }) => /^(select|with|update|delete|insert)/i.test(text))
    expect(statements.length).toBeGreaterThan(statementsMin)
    const wide: string[] = []
    for (const statement of statements) {
      if (wholeBusiness.some(({ says }) => says.test(statement.text))) continue
      for (const mode of planModes) {
        const plan = await explain(running, world.first.businessId, statement, mode)
        const read = widthOf(plan)
        if (read !== null) wide.push(`${mode}, ${read}: ${statement.text}`)
      }
    }
    expect(wide).toEqual([])
    const unsaid = wholeBusiness.filter(
      ({ says }) => !statements.some(({ text }) => says.test(text)),
    )
    expect(unsaid).toEqual([])
  },
  timeoutMs,
)

/** Makes every call of a business or a customer, as an actor who may. */
async function askEverything(): Promise<void> {
  const { browsers, first } = world
  for (const name of Object.keys(api) as CallName[]) {
    if (/^(auth|admin)\./.test(name)) continue
    const body = bodies[name]?.(first)
    const who = /^(customer|signUp|reward|mail)\./.test(name) ? browsers.nobody : browsers.owner
    await who.call(name, { params: { ...first }, ...(body !== undefined && { body }) })
  }
}

/** Runs what devices queue besides, and background jobs: campaigns, notifications. */
async function runByItself(): Promise<void> {
  const owner = new TestDevice(world.browsers.owner)
  const { memberId } = world.first
  const campaignId = newId()
  const otherId = `ffff${newId().slice(4)}`
  const adjustmentId = newId()
  const adjustment = { memberId, adjustmentId, points: 5, reason: 'Sorry' }
  const undo = { memberId, points: -5, reason: 'Undo', undoes: adjustmentId }
  const made = await owner.push(
    owner.make('campaign.create', { ...campaignTerms(), campaignId }),
    owner.make('points.adjust', adjustment),
    owner.make('points.adjust', undo),
    owner.make('customer.note', { memberId, note: 'Oat milk', noteSeen: '' }),
    owner.make('customer.change', { memberId, changes: { phone: '' }, seen: { phone: '' } }),
    owner.make('purchase.record', { purchaseId: newId(), memberId, amount: '9.00', note: null }),
    owner.make('couponUse.undo', { useId: newId(), couponId: newId(), memberId }),
    owner.make('customer.signUp', signUpPayload({ memberId: otherId })),
    owner.make('pair.separate', { oneId: memberId, otherId }),
    owner.make('customer.join', { keepId: memberId, joinId: otherId }),
    owner.make('customer.separate', { keepId: memberId, joinId: otherId, spentSeen: 0 }),
  )
  expect(made.body.verdicts).toHaveLength(11)
  await runCampaigns(running.server)
  await notifyCustomers(running.server)
  // Simulate a row written by an earlier release.
  await running.sql`update customer set folded_name = null where id = ${memberId}`
  await running.server.doors.tenant(world.first.businessId, foldUnfolded)
  await running.server.doors.tenant(world.first.businessId, parseUnparsed)
}

async function peopleOf({ first }: World): Promise<TestBusiness> {
  const rows = await running.sql<{ role: string; email: string }[]>`select role, email from account
    where business_id = ${first.businessId} and withdrawn_at is null and till_name is null`
  const emailOf = (role: string) => rows.find((row) => row.role === role)?.email ?? ''
  return { ...first, ownerEmail: emailOf('business_admin'), staffEmail: emailOf('staff') }
}

function hear(statement: string, parameters: unknown[]): void {
  const text = statement.replace(/\s+/g, ' ').trim()
  const isOfLarge = parameters.includes(world?.first.businessId)
  if (isOfLarge || !heard.has(text)) heard.set(text, parameters)
}

function widthOf(plan: Plan): string | null {
  if (readsWhole(plan)) return 'a whole table'
  const expected = mostRead(plan)
  const read = rowsRead(plan)
  return Math.max(expected, read) > rowsMax ? `${expected} rows expected, ${read} read` : null
}

/** Includes rows that a filter removed. */
function rowsRead(plan: Plan): number {
  const { 'Actual Loops': loops = 0, 'Actual Rows': rows = 0 } = plan
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = /Scan$/.test(plan['Node Type']) ? (rows + removed) * loops : 0
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), own)
}

function readsWhole(plan: Plan): boolean {
  const relation = plan['Relation Name'] ?? ''
  const isWhole = plan['Node Type'] === 'Seq Scan' && filledTables.includes(relation)
  return isWhole || (plan.Plans ?? []).some(readsWhole)
}

/** The most rows it reads; a limit above stops it early, unless all rows are needed first. */
function mostRead(plan: Plan, bound = Number.POSITIVE_INFINITY): number {
  const type = plan['Node Type']
  const limit = type === 'Limit' ? Math.min(bound, pageMax) : bound
  const needsAll = /Sort|Aggregate|Hash|WindowAgg|Unique/.test(type)
  const own = /Scan$/.test(type) ? Math.min(plan['Plan Rows'], limit) : 0
  const below = (plan.Plans ?? []).map((inner) =>
    mostRead(inner, needsAll ? Number.POSITIVE_INFINITY : limit),
  )
  return Math.max(own, ...below)
}
