/**
 * Requirements of Citus that a single PostgreSQL ignores (docs/scale.md 10, 13, 15, 16 and 19 to
 * 22): the schema is read from the catalog, the start is tested with a stand-in for the extension,
 * and the rules that every server test holds its statements to notice planted breaches.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { migrationsFolder } from '#sync-server/database/migrate.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/database.ts'
import { breachIn, breachInMigration, distributed } from '#tests/support/distributable.ts'
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

test('distributes each table of a business once, after those that it refers to', async () => {
  await owner.unsafe(`
    create table distributed (n int generated always as identity, name text, by text, beside text);
    create table pg_dist_partition (logicalrelid oid);
    create function create_distributed_table(name regclass, by text, colocate_with text = null)
      returns void language sql as $$
        insert into distributed (name, by, beside) values (name::text, by, colocate_with);
        insert into pg_dist_partition values (name)
      $$;
    create function truncate_local_data_after_distributing_table(regclass)
      returns void language sql as 'select 1';
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'public'::regnamespace, false, '0')`)
  const config = { servingDatabaseUrl: undefined, sessionSecret: testSessionSecret }
  await prepareDatabase(empty.ownerUrl, config)
  await prepareDatabase(empty.ownerUrl, config)

  const done = await owner<{ name: string; by: string; beside: string | null }[]>`
    select name, by, beside from distributed order by n`
  const names = done.map(({ name }) => name)
  expect([...names].sort()).toEqual([...distributed].sort())
  const ways = new Set(done.map(({ by, beside }) => `${by} beside ${beside}`))
  expect([...ways]).toEqual(['id beside null', 'business_id beside business'])
  const references = await owner<{ from: string; to: string }[]>`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and confrelid::regclass::text = any (${names})`
  for (const { from, to } of references) {
    expect(names.indexOf(from), `${from} after ${to}`).toBeGreaterThan(names.indexOf(to))
  }
  const unforced = await owner<{ name: string }[]>`
    select relname as name from pg_class where relname = any (${names}) and not relforcerowsecurity`
  expect([...unforced]).toEqual([])
})

/** @returns what Citus rejects when it distributes these tables */
const schemaBreaches = (sql: postgres.Sql) => sql<{ breach: string }[]>`
  select c.relname || ': a policy has a subquery' as breach
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relname = any (${distributed})
      and concat(p.polqual::text, p.polwithcheck::text) like '%SUBLINK%'
  union all select c.relname || ': a restrictive policy'
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relname = any (${distributed}) and not p.polpermissive
  union all select c.relname || ': has a trigger'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname = any (${distributed}) and not t.tgisinternal
  union all select c.relname || ': refers to a table on one node'
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and c.relname = any (${distributed})
      and f.confrelid::regclass::text <> all (${distributed})
  union all select c.relname || ': is referred to from one node'
    from pg_constraint f join pg_class c on c.oid = f.confrelid
    where f.contype = 'f' and c.relname = any (${distributed})
      and f.conrelid::regclass::text <> all (${distributed})
  union all select c.relname || ': a unique key lacks the business'
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relname = any (${distributed}) and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)
        and a.attname = case c.relname when 'business' then 'id' else 'business_id' end)
  order by 1`

test('keeps a schema that Citus distributes, and notices planted breaches', async () => {
  const database = await createTestDatabase()
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  try {
    expect([...(await schemaBreaches(sql))]).toEqual([])
    await sql.unsafe(`
      create policy planted on coupon as restrictive for delete using
        (exists (select from sample_member s where s.member_id = coupon.member_id));
      create trigger planted before update on scan for each row
        execute function suppress_redundant_updates_trigger();
      alter table reward add constraint planted foreign key (id) references account (id);
      alter table account add constraint planted foreign key (business_id) references business (id);
      create unique index planted on purchase (id)`)
    expect((await schemaBreaches(sql)).map(({ breach }) => breach)).toEqual([
      'business: is referred to from one node',
      'coupon: a policy has a subquery',
      'coupon: a restrictive policy',
      'purchase: a unique key lacks the business',
      'reward: refers to a table on one node',
      'scan: has a trigger',
    ])
  } finally {
    await sql.end()
    await database.drop()
  }
})

/** From here on, migrations also run where the tables are distributed already (decision 483). */
const firstOnDistributed = 1_800_372_079_000

test('runs only migrations that Citus accepts on distributed tables', () => {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  )
  const later = journal.entries.filter(({ when }) => when >= firstOnDistributed)
  expect(later.length).toBeGreaterThan(0)
  for (const { tag } of later) {
    const statements = readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8')
    for (const statement of statements.split('--> statement-breakpoint')) {
      expect(breachInMigration(statement), `${tag}: ${statement}`).toBeNull()
    }
  }
})

test.each([
  ['alter table reward add column stock integer check (stock > 0)', 'a column with a constraint'],
  ['alter table coupon add column by uuid references account (id)', 'a column with a constraint'],
  [
    'alter table coupon drop constraint a, add constraint a check (points_paid > 0)',
    'a constraint beside other changes',
  ],
  ['create trigger a before insert on scan execute function f()', 'a trigger'],
  ['update reward set redeemed_count = random()', 'calls a volatile function'],
])('notices a planted migration: %s', (statement, breach) => {
  expect(breachInMigration(`-- Why.\n${statement};\n`)).toBe(breach)
})

test.each([
  [
    `insert into "scan" ("id") select "id" from jsonb_to_recordset($1::jsonb) as given("id" uuid)`,
    'inserts rows from outside the business',
  ],
  [
    'insert into tombstone (business_id, id) select $1::uuid, id from coupon where business_id = $1',
    'inserts rows under another business than the one it reads',
  ],
  [
    'insert into former_contact (business_id, at) values ($1, (select max(at) from former_contact))',
    'reads within values',
  ],
  ['with h as (insert into activity_hour (business_id) values ($1)) select 1', 'writes in a CTE'],
  [
    'select * from "notification_queue" where "due_at" <= $1 for update skip locked',
    'locks rows of several businesses',
  ],
  [
    'select count(*) from business group by grouping sets ((1), ())',
    'groups several businesses by sets',
  ],
  [
    'select c.id from customer c join customer_key k on k.member_id = c.id where c.business_id = $1',
    'reads customer_key beside a table of a business',
  ],
  [
    'select 1 from business b left join lateral (select 1) x on true',
    'joins several businesses laterally',
  ],
  [
    `select (select j.birthday from customer j where j.business_id = c.business_id limit 1)
      from customer c where c.business_id = $1`,
    'has a subselect that does not say its business',
  ],
  ['merge into reward using coupon on true when matched then do nothing', 'merges'],
  [
    'update customer set id = gen_random_uuid() where business_id = $1',
    'calls a volatile function',
  ],
])('notices a planted statement: %s', (statement, breach) => {
  expect(breachIn(statement)).toBe(breach)
})

test.each([
  `insert into "scan" ("business_id", "id") values ($1, $2)`,
  `insert into "scan" (business_id, "id") select owner.id, given."id" from business owner,
    jsonb_to_recordset($1::jsonb) as given("id" uuid) where owner.id = $2::uuid`,
  'select * from "outbox" where "outbox"."business_id" = $1 for update',
  'select * from "account" where "id" = $1 for update',
  `select b.id from (select distinct sender_id from email_queue where kind in ($1, $2)) waiting
    join business b on b.id = waiting.sender_id`,
  `with keys as materialized (select member_id from customer_key where business_id = $1)
    select c.id from customer c where c.business_id = $1
      and exists (select from keys where keys.member_id = c.id)`,
])('accepts %s', (statement) => {
  expect(breachIn(statement)).toBeNull()
})
