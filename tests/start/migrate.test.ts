/** Migrations run once however many servers start together, and all or none. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate, pendingMigrations } from '#sync-server/database/migrate.ts'
import { createEmptyDatabase, createTestDatabase } from '#tests/support/database.ts'

function writeMigrations(statements: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'regulars-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'meta'))
  const entries = statements.map((_, index) => ({
    idx: index,
    version: '7',
    when: 1000 + index,
    tag: `000${index}_step`,
    breakpoints: true,
  }))
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  statements.forEach((statement, index) => {
    writeFileSync(join(folder, `000${index}_step.sql`), statement)
  })
  return folder
}

describe('migrations', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  let clients: postgres.Sql[]

  beforeAll(async () => {
    empty = await createEmptyDatabase()
    clients = [1, 2, 3].map(() => postgres(empty.ownerUrl, { max: 2, onnotice: () => {} }))
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await empty.drop()
  })

  test('run once for three servers that start together', async () => {
    const folder = writeMigrations([
      'create table step_one (id int)',
      [
        'insert into step_one values (1)',
        'insert into step_one values (2)',
        // Long enough for the others to begin.
        'select pg_sleep(0.3)',
      ].join(';\n--> statement-breakpoint\n'),
    ])
    await Promise.all(clients.map((client) => migrate(client, folder)))
    const [client] = clients
    if (!client) throw new Error('no client')
    expect(await client`select id from step_one order by id`).toEqual([{ id: 1 }, { id: 2 }])
    expect(await pendingMigrations(client, folder)).toBe(0)
  })

  test('leave nothing behind when one fails, and stay pending', async () => {
    const folder = writeMigrations([
      'create table step_one (id int)',
      'insert into step_one values (1)',
      'create table step_three (id int)',
      'create table step_four (id no_such_type)',
    ])
    const [client] = clients
    if (!client) throw new Error('no client')
    await expect(migrate(client, folder)).rejects.toThrow('no_such_type')
    expect(await client`select to_regclass('step_three') as found`).toEqual([{ found: null }])
    expect(await pendingMigrations(client, folder)).toBe(2)
    // The lock is free again, so the corrected release migrates.
    const corrected = writeMigrations([
      'create table step_one (id int)',
      'insert into step_one values (1)',
      'create table step_three (id int)',
      'create table step_four (id int)',
    ])
    await migrate(client, corrected)
    expect(await pendingMigrations(client, corrected)).toBe(0)
  })
})

test('this release’s migrations are applied in every test database', async () => {
  const database = await createTestDatabase()
  const serving = postgres(database.servingUrl, { max: 1 })
  expect(await pendingMigrations(serving)).toBe(0)
  await serving.end()
  await database.drop()
})
