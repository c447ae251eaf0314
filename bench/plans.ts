/**
 * How every statement inside a business is planned once it has 100,000 customers and their history:
 * as the server prepares them, for all parameters. None reads the whole business for one member, one
 * operation or one code; those that are about a whole business are named here, with the reason.
 */
import { liveADay } from '#tests/isolation/day-of-a-business.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'
import { bar, type Figure } from './figure.ts'
import { filledTables, fillHistory } from './fill-history.ts'

const customers = 100_000
/** A plan that looks at more rows than this, one way or another, grows with the business. */
const rowsMax = 6_000
/** Of a list: its limit is a parameter, which the plan takes for a tenth of everything. */
const pageMax = 1_000
/** Fewer would mean that they were not heard. */
const statementsMin = 80

const wholeBusiness: { says: RegExp; why: string }[] = [
  {
    says: /^select count\(\*\) (as count )?from "customer" where \("customer"."business_id" = \$1 and "customer"."erased_at" is null\)/,
    why: 'how many customers there are, on the dashboard: counted in an index',
  },
  {
    says: /^select coalesce\(sum\(points\), 0\) as points from points_entry where business_id = \$1::uuid and created_at >= /,
    why: 'the points of the days since the last hour that was closed',
  },
]

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  Plans?: Plan[]
}

export async function measurePlans(): Promise<Figure[]> {
  const heard = new Set<string>()
  const onTenantStatement = (text: string) => heard.add(text.replace(/\s+/g, ' ').trim())
  const running = await startTestServer({}, { doors: { onTenantStatement } })
  try {
    const shop = await createTestBusiness(running)
    await fillHistory(running, shop, customers)
    heard.clear()
    await liveADay(running, shop)
    const wide: string[] = []
    let planned = 0
    for (const statement of heard) {
      if (!/^(select|with|update|delete|insert)/i.test(statement)) continue
      planned += 1
      if (wholeBusiness.some(({ says }) => says.test(statement))) continue
      const plan = await planOf(running, statement)
      if (isWide(plan)) wide.push(statement)
    }
    for (const statement of wide) process.stdout.write(`reads a whole business: ${statement}\n`)
    if (planned < statementsMin) throw new Error(`Only ${planned} statements were heard`)
    const what = `statements that read a whole business, of ${planned}`
    const stated = `${wholeBusiness.length} more are about one, with a reason`
    return [{ what: `${what} (${stated})`, measured: wide.length, unit: 'statements', bar: bar(0) }]
  } finally {
    await running.close()
  }
}

async function planOf({ ask }: Pick<TestServer, 'ask'>, statement: string): Promise<Plan> {
  const [row] = await ask<{ 'QUERY PLAN': [{ Plan: Plan }] }>((sql) =>
    sql.unsafe(`explain (generic_plan, format json) ${statement}`),
  )
  if (!row) throw new Error(`There is no plan for ${statement}`)
  return row['QUERY PLAN'][0].Plan
}

export function isWide(plan: Plan): boolean {
  return readsWhole(plan) || mostRead(plan) > rowsMax
}

function readsWhole(plan: Plan): boolean {
  const relation = plan['Relation Name'] ?? ''
  const isWhole = plan['Node Type'] === 'Seq Scan' && filledTables.includes(relation)
  return isWhole || (plan.Plans ?? []).some(readsWhole)
}

/** How many rows it reads at most; a limit above stops it early, unless all are needed first. */
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
