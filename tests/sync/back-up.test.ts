/**
 * The backup itself: large tables, a locked table, a full disk, foreign tables.
 *
 * @module-tag deep
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackUpProgress, backUp } from '#sync-server/database/back-up.ts'
import { type RestoreProgress, restore } from '#sync-server/database/restore.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { testSessionSecret } from '#tests/support/run.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

const config = { sessionSecret: testSessionSecret, servingDatabaseUrl: undefined }
const folder = mkdtempSync(join(tmpdir(), 'regulars-back-up-'))
const customers = 20_000
let running: TestServer
let ownerUrl: string

beforeAll(async () => {
  running = await startTestServer()
  ownerUrl = running.database.ownerUrl
  const { businessId } = await createTestBusiness(running)
  await createTestBusiness(running)
  await fillCustomers(running, businessId, customers)
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The backup's sessions that are still open. */
async function openSessions(): Promise<object[]> {
  return running.sql`select state, query from pg_stat_activity
    where application_name = 'regulars-backup' and datname = current_database()`
}

test('completes with a large table followed by others and reports progress', async () => {
  const path = join(folder, 'large.backup')
  const heard: BackUpProgress[] = []
  const result = await backUp(ownerUrl, path, {
    onProgress: (progress) => heard.push({ ...progress }),
  })
  expect(result.strays).toEqual([])
  expect(result.rows).toBeGreaterThan(customers)
  const text = gunzipSync(readFileSync(path)).toString()
  expect(text.length).toBeGreaterThan(3_000_000)
  expect(text.match(/^\{"table":"\w+"/gm)).toHaveLength(result.tables)
  expect(heard.filter(({ table }) => table === 'customer').length).toBeGreaterThan(10)
  expect(heard.at(-1)).toMatchObject({ rows: result.rows, tablesDone: result.tables })
}, 60_000)

test('a restore builds every index and foreign key, and reports progress', async () => {
  const path = join(folder, 'shape.backup')
  await backUp(ownerUrl, path)
  const empty = await createEmptyDatabase()
  const heard: RestoreProgress[] = []
  const { rows } = await restore(empty.ownerUrl, config, path, (progress) => heard.push(progress))
  const [original, restored] = [postgres(ownerUrl), postgres(empty.ownerUrl)]
  const shape = await readShape(original)
  expect(await readShape(restored)).toEqual(shape)
  expect(shape.length).toBeGreaterThan(100)
  await Promise.all([original.end(), restored.end()])
  const parts = [...new Set(heard.map(({ part }) => part))]
  expect(parts.indexOf('customer')).toBeGreaterThanOrEqual(0)
  expect(parts.indexOf('customer_by_age')).toBeGreaterThan(parts.indexOf('customer'))
  expect(heard.at(-1)?.rows).toBe(rows)
  await empty.drop()
}, 60_000)

/** Every index, and every constraint as it was validated. */
async function readShape(sql: postgres.Sql): Promise<string[]> {
  const found = await sql<{ line: string }[]>`
    select pg_get_indexdef(indexrelid) as line from pg_index join pg_class on oid = indexrelid
    where relnamespace = 'public'::regnamespace
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) ||
      convalidated from pg_constraint where connamespace = 'public'::regnamespace
    order by line`
  return found.map(({ line }) => line)
}

test('gives up on a locked table and leaves neither a file nor a transaction', async () => {
  const path = join(folder, 'locked.backup')
  const other = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  await other.begin(async (tx) => {
    await tx`lock table purchase in access exclusive mode`
    await expect(backUp(ownerUrl, path, { stallMs: 1_500 })).rejects.toThrow(
      /made no progress for 1.5 seconds \(table: \w+\)/,
    )
  })
  await other.end()
  expect(existsSync(path)).toBe(false)
  expect(existsSync(`${path}.part`)).toBe(false)
  await expect.poll(openSessions, { timeout: 30_000 }).toEqual([])
}, 60_000)

test('reports a full disk and ends its transaction', async () => {
  const path = join(folder, 'full.backup')
  symlinkSync('/dev/full', `${path}.part`)
  await expect(backUp(ownerUrl, path)).rejects.toThrow('ENOSPC')
  expect(existsSync(path)).toBe(false)
  await expect.poll(openSessions, { timeout: 30_000 }).toEqual([])
}, 60_000)

test('omits and names foreign tables when writing and when reading', async () => {
  await running.sql`
    create table helper_of_another_program (one int); insert into helper_of_another_program values (1)`.simple()
  const path = join(folder, 'stray.backup')
  const { strays } = await backUp(ownerUrl, path)
  expect(strays).toEqual(['helper_of_another_program'])
  // Earlier releases wrote such tables into the file.
  const [head, ...tables] = gunzipSync(readFileSync(path)).toString().split('\n')
  const stray = ['{"table":"helper","columns":["one"]}', '1', '2', '\\.']
  writeFileSync(path, gzipSync([head, ...stray, ...tables].join('\n')))
  const empty = await createEmptyDatabase()
  const restored = await restore(empty.ownerUrl, config, path)
  expect(restored.strays).toEqual(['helper'])
  await empty.drop()
}, 60_000)

test('backs up every table of an older release: its migrations may still read them', async () => {
  const moveNewest = (by: number) =>
    running.sql`update drizzle.__drizzle_migrations set created_at = created_at + ${by}
      where id = (select max(id) from drizzle.__drizzle_migrations)`
  await running.sql`create table table_of_an_older_release (one int)`
  await moveNewest(-1)
  const path = join(folder, 'older.backup')
  const { strays } = await backUp(ownerUrl, path).finally(() => moveNewest(1))
  expect(strays).toEqual([])
  expect(gunzipSync(readFileSync(path)).toString()).toContain('"table_of_an_older_release"')
}, 60_000)
