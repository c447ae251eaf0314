/**
 * The serving logins are subject to row-level security, regardless of who owns the database. Roles
 * belong to a whole cluster, so this file uses its own.
 *
 * @module-tag deep
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DatabaseConfig,
  openDatabase,
  prepareDatabase,
} from '#sync-server/database/connect.ts'
import { loginUrl } from '#sync-server/database/logins.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { clearPrograms, makeDataDir, query } from '#tests/start/programs.ts'

const secret = 'a-secret-of-at-least-32-characters'
const silent = () => {}
let cluster: EmbeddedDatabase

beforeAll(async () => {
  cluster = await startEmbeddedDatabase({
    dataDir: makeDataDir(),
    log: silent,
    settings: { fsync: 'off' },
  })
})
afterAll(async () => {
  await cluster.stop()
  await clearPrograms()
})

async function makeDatabase(owner = 'owner'): Promise<string> {
  const name = `logins_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name} owner ${owner}`)
  return cluster.ownerUrl.replace(/[^/]*$/, name)
}

async function asOwner(...statements: string[]): Promise<void> {
  await query(cluster.ownerUrl, async (sql) => {
    for (const statement of statements) await sql.unsafe(statement)
  })
}

function asLogin(url: string, name: string, password = 'secret'): string {
  return url.replace(/\/\/[^@]*@/, `//${name}:${password}@`)
}

function configOf(databaseUrl: string, more: Partial<DatabaseConfig> = {}): DatabaseConfig {
  const base = { dataDir: '/nowhere', servingDatabaseUrl: undefined, sessionSecret: secret }
  return { ...base, databaseUrl, ...more }
}

async function open(databaseUrl: string, more?: Partial<DatabaseConfig>) {
  return openDatabase(configOf(databaseUrl, more), silent)
}

describe('an owner that isn’t a superuser', () => {
  test('with CREATEROLE, creates the logins and tables of a new cluster', async () => {
    await asOwner("create role landlord login createrole password 'secret'")
    const url = asLogin(await makeDatabase('landlord'), 'landlord')
    // Must be this cluster's first start; later ones find the logins.
    expect(
      await query(url, (sql) => sql`select from pg_roles where rolname ~ '^regulars_'`),
    ).toEqual([])
    const database = await open(url)
    expect(await database.ready()).toEqual({ databaseAnswers: true, migrationsApplied: true })
    await database.close()
  })

  test('without it, learns what is missing', async () => {
    await asOwner("create role tenant_only login password 'secret'")
    const url = asLogin(await makeDatabase('tenant_only'), 'tenant_only')
    const other = { sessionSecret: 'another-secret-of-at-least-32-characters' }
    await expect(open(url, other)).rejects.toThrow('give it CREATEROLE')
  })
})

describe('startup', () => {
  test('opens restricted logins that agree across servers starting together on many databases', async () => {
    const urls = await Promise.all([1, 2, 3].map(() => makeDatabase()))
    const opened = await Promise.all([...urls, ...urls].map((url) => open(url)))
    for (const database of opened) {
      expect(await database.ready()).toEqual({ databaseAnswers: true, migrationsApplied: true })
      const [serving] = await database.serving`
        select current_user as name, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolinherit,
          current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout,
          current_setting('lock_timeout') as "lockTimeout",
          current_setting('idle_in_transaction_session_timeout') as "idleTimeout",
          current_setting('search_path') as path
        from pg_roles where rolname = current_user`
      expect(serving).toEqual({
        name: 'regulars_serving',
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolinherit: false,
        zone: 'UTC',
        timeout: '15s',
        lockTimeout: '5s',
        idleTimeout: '30s',
        path: 'public, pg_temp',
      })
      const [platform] = await database.platform`select current_user as name`
      expect(platform?.name).toBe('regulars_platform')
    }
    await Promise.all(opened.map((database) => database.close()))
    const left = await query(
      cluster.ownerUrl,
      (sql) => sql`select application_name from pg_stat_activity
        where application_name like 'regulars-%' and application_name <> 'regulars-lock'`,
    )
    expect(left).toEqual([])
  })

  test('lets no serving login create temporary tables or large objects', async () => {
    const database = await open(await makeDatabase())
    for (const login of [database.serving, database.platform]) {
      for (const statement of [
        'create temporary table business_version (business_id uuid, version bigint)',
        'select lo_create(0)',
        "select lo_from_bytea(0, 'x')",
      ]) {
        await expect(login.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
      }
    }
    await database.close()
  })

  test('changes passwords only when the secret changes', async () => {
    const url = await makeDatabase()
    const verifier = async () => {
      const rows = await query(
        url,
        (sql) => sql`select rolpassword from pg_authid where rolname = 'regulars_serving'`,
      )
      return rows[0]?.rolpassword
    }
    await prepareDatabase(url, configOf(url))
    const before = await verifier()
    await prepareDatabase(url, configOf(url))
    expect(await verifier()).toBe(before)
    const other = { sessionSecret: 'another-secret-of-at-least-32-characters' }
    await prepareDatabase(url, configOf(url, other))
    expect(await verifier()).not.toBe(before)
    await prepareDatabase(url, configOf(url))
  })

  test('explains an unreachable database or a wrong login in one sentence', async () => {
    const nowhere = 'postgres://a:b@127.0.0.1:1/x'
    await expect(open(nowhere)).rejects.toThrow('The database of DATABASE_URL does not answer')
    const stranger = asLogin(cluster.ownerUrl, 'owner', 'wrong')
    await expect(open(stranger)).rejects.toThrow('The database of DATABASE_URL does not answer')
  })
})

describe('SERVING_DATABASE_URL', () => {
  async function makeWalled(): Promise<string> {
    const url = await makeDatabase()
    await prepareDatabase(url, configOf(url))
    await query(url, async (sql) => {
      await sql`create table walled (business_id int, note text)`
      await sql`alter table walled enable row level security`
      await sql`alter table walled force row level security`
      await sql`create policy one on walled to regulars_serving using (business_id = 1)`
      await sql`grant select on walled to regulars_serving`
      await sql`insert into walled values (1, 'ours'), (2, 'theirs')`
    })
    return url
  }

  test.each(['inherit', 'noinherit'])(
    'gives a custom login (%s) the grants and policies',
    async (kind) => {
      const url = await makeWalled()
      await asOwner(`create role "chosen-${kind}" login ${kind} password 'secret'`)
      const serving = asLogin(url, `chosen-${kind}`)
      for (const _ of ['first', 'second']) {
        const database = await open(url, { servingDatabaseUrl: serving })
        const [who] = await database.serving`select current_user as name`
        expect(who?.name).toBe(`chosen-${kind}`)
        expect(database.listen).toBe(loginUrl(url, 'regulars_platform', secret))
        expect(await database.serving`select note from walled`).toEqual([{ note: 'ours' }])
        expect(await database.ready()).toEqual({ databaseAnswers: true, migrationsApplied: true })
        await database.close()
      }
    },
  )

  test('may name regulars_serving itself, whose password stays unchanged', async () => {
    const url = await makeWalled()
    const serving = loginUrl(url, 'regulars_serving', secret)
    const database = await open(url, { servingDatabaseUrl: serving })
    expect(await database.serving`select note from walled`).toEqual([{ note: 'ours' }])
    await database.close()
    const wrong = asLogin(url, 'regulars_serving', 'wrong')
    await expect(open(url, { servingDatabaseUrl: wrong })).rejects.toThrow(
      'The login that SERVING_DATABASE_URL names cannot connect',
    )
  })

  test('explains an unknown login in one sentence', async () => {
    const url = await makeDatabase()
    await expect(open(url, { servingDatabaseUrl: asLogin(url, 'absent') })).rejects.toThrow(
      'The login that SERVING_DATABASE_URL names cannot connect',
    )
  })

  test.each([
    ['superuser', 'is a superuser'],
    ['bypassrls', 'has BYPASSRLS'],
    ['in role bypasser', 'has BYPASSRLS'],
    ['in role climber', 'is a superuser'],
  ])('rejects a login with %s', async (right, fault) => {
    await query(cluster.ownerUrl, async (sql) => {
      const [made] = await sql`select from pg_roles where rolname = 'climber'`
      if (made) return
      await sql`create role climber superuser`
      await sql`create role bypasser bypassrls`
    })
    const name = `high_${right.replaceAll(' ', '_')}`
    await asOwner(`create role ${name} login password 'secret' ${right}`)
    const url = await makeDatabase()
    await expect(open(url, { servingDatabaseUrl: asLogin(url, name) })).rejects.toThrow(
      `The login ${name} ${fault}, and row-level security would not hold for it`,
    )
  })

  test('rejects a login that owns a table or could become one that does', async () => {
    const url = await makeDatabase()
    await asOwner(
      "create role builder login password 'secret'",
      "create role heir login in role builder password 'secret'",
    )
    await query(url, async (sql) => {
      await sql`create table built (id int)`
      await sql`alter table built owner to builder`
    })
    for (const name of ['builder', 'heir']) {
      await expect(open(url, { servingDatabaseUrl: asLogin(url, name) })).rejects.toThrow(
        `The login ${name} owns tables (built)`,
      )
    }
  })
})
