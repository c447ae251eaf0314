/**
 * Every statement inside a tenant's door also filters by `business_id`: row-level security
 * isolates, and the condition routes (docs/scale.md 3).
 */
import { getTableName } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '#schema/database/tables.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { liveADay } from './day-of-a-business.ts'

const heard = new Set<string>()
const running = serverOfFile({}, { doors: { onTenantStatement: (text) => heard.add(text) } })
let shop: TestBusiness

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

/** SQL names of a business's tables, except the business table itself, which is keyed by its id. */
const owned = Object.values(tables)
  .filter((table) => 'businessId' in table)
  .map((table) => getTableName(table))

function names(statement: string): string[] {
  return owned.filter((name) =>
    new RegExp(`(from|join|into|update) "?${name}"?[\\s(]`).test(statement),
  )
}

test('names the business in everything the server does for one', async () => {
  await liveADay(running, shop)

  const tenants = [...heard].filter((statement) => names(statement).length > 0)
  expect(new Set(tenants.flatMap(names)).size).toBeGreaterThan(12)
  expect(tenants.filter((statement) => !statement.includes('business_id'))).toEqual([])
  const reads = tenants.filter((statement) => /^\s*(select|update|delete)/.test(statement))
  expect(reads.filter((statement) => !/"?business_id"? = /.test(statement))).toEqual([])
})
