/**
 * Requirements of a distributed database that a single PostgreSQL ignores (docs/scale.md 15, 16),
 * tested with a stand-in for the extension: its name in the catalog, and a function that records
 * its calls.
 */
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/database.ts'
import { testSessionSecret } from '#tests/support/run.ts'

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let owner: postgres.Sql

beforeAll(async () => {
  empty = await createEmptyDatabase()
  owner = postgres(empty.ownerUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner.end()
  await empty.drop()
})

const handedOn = `select coalesce(current_setting('citus.propagate_set_commands', true), '') as mode`

test.each([
  ['a business', `select enter_business('${newId()}')`],
  ['a look-up', `select enter_lookup('ABCD2345')`],
])('entering %s is handed on to the workers, for this transaction alone', async (_, enter) => {
  const database = await createTestDatabase()
  const serving = postgres(database.servingUrl, { max: 1 })
  try {
    const inside = await serving.begin(async (tx) => {
      await tx.unsafe(enter)
      return tx.unsafe(handedOn)
    })
    expect(inside).toEqual([{ mode: 'local' }])
    expect(await serving.unsafe(handedOn)).toEqual([{ mode: '' }])
  } finally {
    await serving.end()
    await database.drop()
  }
})

/** A business's tables of the first release, with which distributing a database begins. */
const firstTables = [
  'applied_operation',
  'audit_record',
  'business',
  'business_version',
  'consent_record',
  'coupon',
  'customer',
  'member_alias',
  'outbox',
  'points_entry',
  'purchase',
  'qr_code',
  'reward',
  'scan',
  'scan_unfolded',
  'tombstone',
]
/** Lookups before the business is known, in their own tables (docs/scale.md 6). */
const directories = ['coupon_code', 'customer_key', 'sign_up_code']

test('distributes a later table of a business in the migration that creates it', async () => {
  await owner`create table distributed (name text, by text, beside text)`
  await owner.unsafe(`
    create function create_distributed_table(name text, by text, colocate_with text) returns void
    language sql as 'insert into distributed values (name, by, colocate_with)'`)
  await owner.unsafe(`
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'public'::regnamespace, false, '0')`)
  const config = { servingDatabaseUrl: undefined, sessionSecret: testSessionSecret }
  await prepareDatabase(empty.ownerUrl, config)
  const owned = await owner<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
      select from pg_policy p where p.polrelid = c.oid
        and pg_get_expr(p.polqual, p.polrelid) like '%app.business_id%')
    order by 1`
  const distributed = await owner<{ name: string; by: string; beside: string }[]>`
    select name, by, beside from distributed order by 1`
  const known = [...firstTables, ...directories]
  const later = owned.map(({ name }) => name).filter((name) => !known.includes(name))
  expect(later.length).toBeGreaterThan(8)
  expect(distributed.map(({ name }) => name)).toEqual(later)
  const ways = new Set(distributed.map(({ by, beside }) => `${by} beside ${beside}`))
  expect([...ways]).toEqual(['business_id beside business'])
})
