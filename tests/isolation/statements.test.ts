/**
 * Every statement inside a tenant's door also says `business_id = …`: row-level security is the
 * wall, the condition is the route (docs/scale.md 3). And it finds what it needs by a key, however
 * many customers there are.
 */
import { getTableName } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as tables from '#schema/database/tables.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { callEverything, fillShop } from './every-statement.ts'

const heard = new Set<string>()
let running: TestServer
let shop: TestBusiness

beforeAll(async () => {
  running = await startTestServer({}, null, { onTenantStatement: (text) => heard.add(text) })
  shop = await createTestBusiness(running)
})
afterAll(() => running.close())

/** Tables of a business by their name in SQL, but the business itself, which goes by its id. */
const owned = Object.values(tables)
  .filter((table) => 'businessId' in table)
  .map((table) => getTableName(table))

function names(statement: string): string[] {
  return owned.filter((name) =>
    new RegExp(`(from|join|into|update) "?${name}"?[\\s(]`).test(statement),
  )
}

test('all that the server does for a business names the business', async () => {
  await callEverything(running, shop)

  const tenants = [...heard].filter((statement) => names(statement).length > 0)
  expect(new Set(tenants.flatMap(names)).size).toBeGreaterThan(12)
  expect(tenants.filter((statement) => !statement.includes('business_id'))).toEqual([])
  const reads = tenants.filter((statement) => /^\s*(select|update|delete)/.test(statement))
  expect(reads.filter((statement) => !/"?business_id"? = /.test(statement))).toEqual([])
})

/** Tables that grow with customers and what they do. */
const growing = [
  'applied_operation',
  'consent_record',
  'coupon',
  'customer',
  'customer_key',
  'member_alias',
  'points_entry',
  'purchase',
]

/** They look at all of a business by their nature, and no customer or cashier waits for them. */
const readsAll = /count\(|sum\(|group by/

test('no statement that a customer or a cashier waits for reads a whole table at 100,000 customers', async () => {
  await fillShop(running, shop.businessId, 100_000)
  const sql = postgres(running.database.servingUrl, { max: 1, prepare: false, onnotice: () => {} })
  try {
    const scans: string[] = []
    let planned = 0
    for (const statement of heard) {
      if (names(statement).length === 0 || readsAll.test(statement)) continue
      const plan = await sql.begin(async (tx) => {
        await tx`select enter_business(${shop.businessId}::uuid)`
        await tx`set local max_parallel_workers_per_gather = 0`
        return tx.unsafe(`explain (generic_plan, format json) ${statement}`)
      })
      planned += 1
      const found = JSON.stringify(plan).matchAll(/"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g)
      for (const [, table = ''] of found) {
        if (growing.includes(table)) scans.push(`${table}: ${statement}`)
      }
    }
    expect(planned).toBeGreaterThan(40)
    expect(scans).toEqual([])
  } finally {
    await sql.end()
  }
}, 120_000)
