/**
 * A database that drops a connection in the middle of a transaction, as it does when it restarts,
 * costs that transaction and nothing after it.
 */
import { type SQL, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoors, type Doors, type Transaction } from '#sync-server/database/doors.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const drops = 8
const statement = sql`select 1`
let database: TestDatabase
let admin: postgres.Sql
let pool: postgres.Sql
let doors: Doors
beforeAll(async () => {
  database = await createTestDatabase()
  const options = { fetch_types: false, max: 1, onnotice: () => {} }
  admin = postgres(database.ownerUrl, options)
  // One connection: the next caller gets the dropped one.
  pool = postgres(database.ownerUrl, options)
  doors = createDoors({ serving: pool, platform: pool })
  await admin`create table written (id int)`
})
afterAll(async () => {
  await Promise.all([admin.end(), pool.end({ timeout: 1 })])
  await database.drop()
})

const noticed = () =>
  new Promise<void>((resolve) => {
    void pool`select 1`.then(
      () => resolve(),
      () => resolve(),
    )
  })
const ask = (db: Transaction, query: SQL = statement) => db.execute(query)
const together = (db: Transaction) => Promise.all(Array.from({ length: 5 }, () => ask(db)))

test.each<[string, (db: Transaction, drop: Promise<unknown>) => Promise<unknown>]>([
  ['during a statement', (db) => ask(db, sql`select pg_sleep(5)`)],
  ['during several statements', (db) => together(db).then(() => ask(db, sql`select pg_sleep(5)`))],
  ['between statements', (db, drop) => drop.then(() => ask(db))],
  ['while statements follow each other', (db) => repeat(() => ask(db))],
  ['before the commit', (_, drop) => drop.then(noticed)],
])('dropped %s, a connection serves the next transaction', async (_, act) => {
  for (let dropped = 0; dropped < drops; dropped += 1) {
    await expect(doors.platform(async (db) => act(db, drop(db)))).rejects.toThrow()
    await expect(doors.platform((db) => ask(db))).resolves.toHaveLength(1)
  }
})

test('a dropped transaction writes nothing through the next session of its connection', async () => {
  const lost = doors.platform(async (db) => {
    await drop(db)
    await noticed()
    await ask(db, sql`insert into written values (1)`)
  })
  await expect(lost).rejects.toThrow()
  await noticed()
  expect(await admin`select id from written`).toEqual([])
})

test('a transaction that could not begin writes nothing through its connection', async () => {
  const serving = new Proxy(pool, {
    get: (target, name) =>
      name === 'begin'
        ? (_mode: string, ...rest: [() => Promise<unknown>]) => target.begin('nothing', ...rest)
        : Reflect.get(target, name),
  })
  const { tenant } = createDoors({ serving, platform: pool })
  const lost = tenant(crypto.randomUUID(), async ({ db }) => {
    await ask(db)
    await ask(db, sql`insert into written values (2)`)
  })
  await expect(lost).rejects.toMatchObject({ code: '42601' })
  await noticed()
  expect(await admin`select id from written`).toEqual([])
})

async function drop(db: Transaction): Promise<void> {
  const [session] = await ask(db, sql`select pg_backend_pid() as pid`)
  await admin`select pg_terminate_backend(${Number(session?.pid)}::int)`
}

async function repeat(work: () => Promise<unknown>): Promise<never> {
  for (;;) await work()
}
