/**
 * The isolation of businesses, read from the database's own catalog: a new table without it fails
 * here (docs/trust.md 10, docs/scale.md 4 to 7, 10). `hostile-sql.test.ts` attacks it.
 */
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as tables from '#schema/database/tables.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

/** Keyed by their own key: lookups that return only a business. */
const directories = ['sign_up_code', 'customer_key', 'coupon_code']
/** Tables of the platform login only; here `business_id` says where a person works. */
const accountSide = [
  'account',
  'account_consent',
  'account_flow',
  'account_photo',
  'attempt',
  'authenticator_app',
  'email_change',
  'former_pin',
  'former_pin_told',
  'invite',
  'one_time_code',
  'passkey',
  'platform_activity_day',
  'platform_audit_record',
  'recovery_code',
  'registration',
  'reset_link',
  'second_step',
  'session',
  'tenant_change',
  'tenant_note',
  'trouble',
]
/** Rows that go with a sample customer (decision 482); nothing else deletes them. */
const deletedWithSamples = [
  'consent_record',
  'coupon',
  'member_alias',
  'points_entry',
  'purchase',
  'reward_use',
]
/** Append-only tables: no UPDATE and no DELETE for the serving logins. */
const appendOnly = [
  'points_entry',
  'audit_record',
  'consent_record',
  'scan',
  'member_alias',
  'tenant_note',
]

let database: TestDatabase
let owner: postgres.Sql
/** Every table with a business_id, and the business itself. */
let tenantTables: string[]
let everyTable: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  const rows = await owner<{ name: string; owned: boolean }[]>`
    select c.relname as name, exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    ) or c.relname = 'business' as owned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`
  everyTable = rows.map(({ name }) => name)
  tenantTables = rows.filter(({ owned }) => owned).map(({ name }) => name)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const inTenant = () => tenantTables.filter((name) => !accountSide.includes(name))

describe('every table of a business', () => {
  test('is known to this test, by the dozen', () => {
    expect(inTenant().length).toBeGreaterThan(15)
  })

  test('has row-level security, enabled and forced, like the account side', async () => {
    const open = await owner`
      select relname from pg_class
      where relname in ${owner([...new Set([...tenantTables, ...accountSide])])}
        and not (relrowsecurity and relforcerowsecurity)`
    expect(open.map(({ relname }) => relname)).toEqual([])
  })

  test('has a policy of the serving login for its own business, for each kind of statement', async () => {
    const policies = await readPolicies()
    for (const name of inTenant()) {
      for (const command of ['SELECT', 'INSERT', 'UPDATE', 'DELETE']) {
        const ruling = policies.filter(
          (each) =>
            each.table === name &&
            ['ALL', command].includes(each.command) &&
            each.roles !== '{regulars_platform}' &&
            !isLookUp(each),
        )
        expect(ruling, `${name} ${command}`).toHaveLength(1)
        const [{ roles, using, check } = {} as Policy] = ruling
        expect(roles, name).toBe('{regulars_serving}')
        const key = name === 'business' ? '(id = ' : '(business_id = '
        const rules = [command !== 'INSERT' && using, command !== 'DELETE' && check]
        for (const rule of command === 'SELECT' ? [using] : rules) {
          if (rule === false) continue
          expect(rule, name).toMatch(ofOwnBusiness)
          expect(rule?.replace('((', '(').startsWith(key), `${name}: ${rule}`).toBe(true)
          expect(rule, name).not.toMatch(/ OR /i)
        }
      }
    }
  })

  test('is also open to that login by a directory’s lookup of one key, and by nothing else', async () => {
    const others = (await readPolicies()).filter(isLookUp)
    expect(others.map(({ table, command, roles }) => [table, command, roles])).toEqual(
      [...directories].sort().map((table) => [table, 'SELECT', '{regulars_serving}']),
    )
  })

  test('limits that login’s deletes to customers who were inserted as samples', async () => {
    const policies = await readPolicies()
    // Citus copies a restrictive policy to its shards as a permissive one.
    expect(policies.filter(({ permissive }) => permissive !== 'PERMISSIVE')).toEqual([])
    const deletes = policies.filter(({ command }) => command === 'DELETE')
    expect(deletes.map(({ table, using }) => [table, using?.replace(ofOwnBusiness, '…')])).toEqual([
      ['customer', '((business_id … AND is_sample)'],
    ])
    const mayDelete = await owner<{ table: string }[]>`
      select table_name as table from information_schema.role_table_grants
      where grantee = 'regulars_serving' and privilege_type = 'DELETE'
        and table_name = any (${['customer', ...deletedWithSamples]})`
    expect(mayDelete.map(({ table }) => table)).toEqual(['customer'])
    const neverChanged = await owner<{ column: string }[]>`
      select attname as column from pg_attribute
      where attrelid = 'customer'::regclass and attnum > 0 and not attisdropped
        and not has_column_privilege('regulars_serving', attrelid, attnum, 'UPDATE')
      order by 1`
    expect(neverChanged.map(({ column }) => column)).toEqual(['business_id', 'id', 'is_sample'])
  })

  test('begins its keys with the business', async () => {
    const keys = await owner<{ table: string; first: string }[]>`
      select c.relname as table, a.attname as first
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisunique and c.relname in ${owner(inTenant())}`
    const astray = keys.filter(
      ({ table, first }) =>
        first !== 'business_id' && table !== 'business' && !directories.includes(table),
    )
    expect(astray).toEqual([])
  })

  test('references others by the business too, never accounts, and only samples cascade', async () => {
    const foreignKeys = await owner<{ rule: string; table: string; target: string }[]>`
      select pg_get_constraintdef(oid) as rule, conrelid::regclass::text as table,
        confrelid::regclass::text as target
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`
    const cascading = foreignKeys.filter(
      ({ rule, table }) => rule.includes('CASCADE') && !accountSide.includes(table),
    )
    expect(cascading.map(({ table, target }) => `${target} to ${table}`).sort()).toEqual(
      deletedWithSamples.map((table) => `customer to ${table}`),
    )
    for (const { rule, table, target } of foreignKeys) {
      if (accountSide.includes(table)) {
        expect(accountSide, `${table} -> ${target}`).toContain(target)
        continue
      }
      expect(accountSide, `${table} -> ${target}`).not.toContain(target)
      expect(directories, table).not.toContain(table)
      expect(rule).toMatch(/^FOREIGN KEY \(business_id[,)].* REFERENCES \w+\((business_id, |id\))/)
      if (rule.includes('(id)')) expect(target).toBe('business')
      expect(rule).not.toMatch(/ON UPDATE CASCADE|SET NULL|SET DEFAULT/)
    }
  })
})

describe('the logins', () => {
  test('give serving no access to the account side, and let it add mails without reading any', async () => {
    const granted = await owner<{ table: string; right: string }[]>`
      select table_name as table, privilege_type as right
      from information_schema.role_table_grants where grantee = 'regulars_serving'`
    expect(granted.filter(({ table }) => accountSide.includes(table))).toEqual([])
    const mail = granted.filter(({ table }) => table === 'email_queue')
    expect(mail.map(({ right }) => right)).toEqual(['INSERT'])
    const forbidden = granted.filter(({ right }) =>
      ['TRUNCATE', 'TRIGGER', 'REFERENCES'].includes(right),
    )
    expect(forbidden).toEqual([])
  })

  test('let platform find the businesses with work without reading members or coupons', async () => {
    const seen = await owner<{ table: string; column: string }[]>`
      select table_name as table, column_name as column
      from information_schema.column_privileges
      where grantee = 'regulars_platform' and privilege_type = 'SELECT'
        and table_name in ('customer', 'coupon', 'purchase', 'points_entry', 'qr_code', 'reward',
          'customer_key', 'coupon_code', 'member_alias', 'consent_record', 'applied_operation')
      order by 1, 2`
    expect(seen.map(({ table, column }) => `${table}.${column}`)).toEqual([
      'coupon.business_id',
      'coupon.expires_at',
      'coupon.member_id',
      'customer.business_id',
      'customer.created_at',
      'customer.erasure_due_at',
    ])
  })

  test('can’t change append-only tables', async () => {
    const rights = await owner<{ table: string; login: string; right: string }[]>`
      select t.name as table, l.name as login, r.name as right
      from unnest(${appendOnly}::text[]) t(name),
        unnest(array['regulars_serving', 'regulars_platform']) l(name),
        unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) r(name)
      where has_table_privilege(l.name, t.name, r.name)`
    expect(rights.map((right) => ({ ...right }))).toEqual([])
  })

  test('can change an operation’s outcome, but not who made it, when or for whom', async () => {
    const columns = await owner<{ name: string }[]>`
      select a.attname as name from pg_attribute a
      where a.attrelid = 'applied_operation'::regclass and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('regulars_serving', a.attrelid, a.attnum, 'UPDATE')
      order by 1`
    expect(columns.map(({ name }) => name)).toEqual([
      'attention_read',
      'code',
      'message',
      'network',
      'payload',
      'payload_hash',
      'result',
      'settled_at',
      'status',
      'unseen',
      'version',
      'waits_for',
    ])
    const serving = postgres(database.servingUrl, { max: 1, onnotice: () => {} })
    const another = serving`update applied_operation set account_id = null`
    await expect(another).rejects.toThrow('permission denied')
    await serving.end()
  })

  test('are subject to row-level security and own nothing', async () => {
    const roles = await owner`
      select rolname from pg_roles
      where rolname like 'regulars\\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`
    expect(roles.map(({ rolname }) => rolname)).toEqual([])
    const owned = await owner`
      select relname from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname like 'regulars\\_%'`
    expect(owned).toHaveLength(0)
  })

  test('get nothing through grants to everyone', async () => {
    // An extension has tables of its own.
    const open = await owner`
      select table_name from information_schema.role_table_grants
      where grantee = 'PUBLIC' and table_schema = 'public'
        and not exists (select from pg_depend
          where objid = table_name::regclass and deptype = 'e')`
    expect(open).toHaveLength(0)
  })
})

describe('bypasses', () => {
  test('no function runs as another user', async () => {
    const definers = await owner`
      select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef`
    expect(definers.map(({ proname }) => proname)).toEqual([])
  })

  test('no view shows more than its reader may see', async () => {
    const views = await owner`
      select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and (c.relkind = 'm'
        or (c.relkind = 'v' and not coalesce(c.reloptions::text like '%security_invoker=true%', false)))
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`
    expect(views.map(({ relname }) => relname)).toEqual([])
  })

  test('no trigger or rule runs behind a statement', async () => {
    const triggers = await owner`
      select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace`
    expect(triggers).toHaveLength(0)
    const rules = await owner`select rulename from pg_rules where schemaname = 'public'`
    expect(rules).toHaveLength(0)
  })
})

describe('the code’s tables', () => {
  const known = Object.values(tables) as PgTable[]

  test('match the database’s', () => {
    expect(known.map((table) => getTableName(table)).sort()).toEqual(everyTable)
  })

  test.each(known.map((table) => [getTableName(table), table] as const))(
    '%s has the same columns, null where they may be null',
    async (name, table) => {
      const columns = await owner<{ name: string; nullable: boolean }[]>`
        select column_name as name, is_nullable = 'YES' as nullable
        from information_schema.columns where table_schema = 'public' and table_name = ${name}`
      const found = columns.map((column) => [column.name, column.nullable])
      const written = Object.values(getTableColumns(table)).map((column) => [
        column.name,
        !column.notNull,
      ])
      expect(written.sort()).toEqual(found.sort())
    },
  )
})

interface Policy {
  table: string
  command: string
  roles: string
  permissive: string
  using: string | null
  check: string | null
}

const ofOwnBusiness =
  /= \(NULLIF\(current_setting\('app\.business_id'::text, true\), ''::text\)\)::uuid\)?/

function isLookUp({ using }: Policy): boolean {
  return using?.includes("current_setting('app.lookup_key'") === true
}

async function readPolicies(): Promise<Policy[]> {
  return owner<Policy[]>`
    select tablename as table, cmd as command, roles::text as roles, permissive, qual as using,
      with_check as check
    from pg_policies where schemaname = 'public' order by 1, 2`
}
