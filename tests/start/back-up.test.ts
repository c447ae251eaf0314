/**
 * `npm run backup`, `npm run restore` and `npm run verify:ledger`, as an operator runs them.
 *
 * @module-tag deep
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { clearPrograms, makeDataDir, query } from '#tests/start/programs.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { startScript, stop } from './serving.ts'

type Settings = { DATA_DIR: string; DATABASE_URL?: string }

/** Seeding a demo takes seconds; a hanging backup must not look like a slow machine. */
const backUpMs = 180_000
const servers: ChildProcess[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map(stop))
})
afterAll(clearPrograms)

function start(script: string, settings: Settings, ...args: string[]) {
  const child = startScript(script, settings, ...args)
  let said = ''
  const heard = new Promise<void>((resolve) => {
    const listen = (part: Buffer) => {
      said += part.toString()
      if (said.includes('http://localhost')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  return { child, heard, said: () => said }
}

/** The product over a demo café with three months of history. */
async function serve(settings: Settings): Promise<ChildProcess> {
  const { child, heard, said } = start('sync-server/main.ts', settings)
  servers.push(child)
  await Promise.race([
    heard,
    once(child, 'exit').then(() => {
      throw new Error(`The server ended: ${said()}`)
    }),
  ])
  return child
}

async function run(command: string, settings: Settings, ...args: string[]) {
  const { child, said } = start('scripts/command-line.ts', settings, command, ...args)
  const timer = setTimeout(() => child.kill('SIGKILL'), backUpMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, said: said() }
}

/** Row counts per table; a restored installation differs only in its epoch. */
async function countRows(ownerUrl: string): Promise<Record<string, number>> {
  return query(ownerUrl, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
    const counted = tables.map(async ({ name }) => {
      const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from ${sql(name)}`
      return [name, row?.rows ?? 0] as const
    })
    return Object.fromEntries(await Promise.all(counted))
  })
}

test('backs up the demo from a running server and restores it, on an external PostgreSQL', async () => {
  const { ownerUrl, drop } = await createEmptyDatabase()
  const empty = await createEmptyDatabase()
  const dataDir = makeDataDir()
  const file = join(dataDir, 'own.backup')
  const settings = { DATA_DIR: dataDir, DATABASE_URL: ownerUrl }
  const server = await serve(settings)

  const taken = await run('backup', settings, file)
  expect(taken.said).toMatch(/[\d,]+ rows of \d+ tables are in /)
  expect(taken.said).not.toContain('Left out')
  expect(taken.code).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await stop(server)
  expect((await run('restore', settings, file)).said).toContain('has tables already')

  const restored = { DATA_DIR: makeDataDir(), DATABASE_URL: empty.ownerUrl }
  expect((await run('restore', restored, file)).said).toContain('are restored')
  const rows = await countRows(empty.ownerUrl)
  expect(rows).toMatchObject({ business: 1, installation: 1 })
  expect(rows.points_entry).toBeGreaterThan(100)
  expect(rows.session).toBeDefined()
  expect(await run('verify-ledger', restored)).toEqual({
    code: 0,
    said: 'The ledgers of 1 businesses add up.\n',
  })
  await serve(restored)
  await Promise.all(servers.splice(0).map(stop))
  await drop()
  await empty.drop()
}, 600_000)

test('backs up the embedded database while it serves and while it is stopped', async () => {
  const settings = { DATA_DIR: makeDataDir() }
  const first = join(settings.DATA_DIR, 'first.backup')
  const second = join(settings.DATA_DIR, 'second.backup')
  const server = await serve(settings)
  expect(await run('backup', settings, first)).toMatchObject({ code: 0 })
  expect((await run('restore', settings, first)).said).toContain(
    'Another Regulars server is already using the folder',
  )
  await stop(server)
  expect(await run('backup', settings, second)).toMatchObject({ code: 0 })

  const interrupted = start('scripts/command-line.ts', settings, 'restore', second).child
  await expect
    .poll(() => readdirSync(settings.DATA_DIR), { timeout: 60_000 })
    .toContain('postgres-restoring')
  interrupted.kill('SIGKILL')
  await once(interrupted, 'close')
  expect((await run('verify-ledger', settings)).said).toBe('The ledgers of 1 businesses add up.\n')

  expect((await run('restore', settings, second)).said).toContain('are restored')
  expect(readdirSync(settings.DATA_DIR)).not.toContain('postgres-restoring')
  const kept = readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('postgres-until-'))
  expect(kept).toHaveLength(1)
  expect((await run('verify-ledger', settings)).said).toBe('The ledgers of 1 businesses add up.\n')
}, 600_000)
