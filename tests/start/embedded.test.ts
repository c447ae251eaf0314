/** The embedded database survives whatever happens to its server, and serves only one server. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#sync-server/database/connect.ts'
import { draftOf } from '#sync-server/embedded-postgres/binaries.ts'
import { ownerUrlOf } from '#sync-server/embedded-postgres/cluster.ts'
import { chooseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { findPostmaster } from '#sync-server/embedded-postgres/pid-file.ts'
import {
  clearPrograms,
  copyDatabase,
  killProgram,
  makeDataDir,
  query,
  readPostmasterPid,
  startProgram,
  stopProgram,
} from '#tests/start/programs.ts'
import { deep } from '#tests/support/level.ts'
import { testSessionSecret } from '#tests/support/run.ts'

afterAll(clearPrograms)

/** Allows a busy machine a few times what it took to create the database. */
const atMost = (ms: number, madeMs: number) => Math.max(ms, 3 * madeMs)
const readyAgainMsMax = 5000
const refusedMsMax = 1000
const timeout = 60_000

async function startWithRows() {
  const { dataDir, madeMs } = await copyDatabase()
  const program = startProgram(dataDir)
  const { ownerUrl } = await program.ready
  await query(ownerUrl, async (sql) => {
    await sql`create table kept (id int primary key)`
    await sql`insert into kept select generate_series(1, 100)`
  })
  return { dataDir, cluster: join(dataDir, 'postgres'), program, ownerUrl, madeMs }
}

async function countRows(ownerUrl: string): Promise<number> {
  const [row] = await query(ownerUrl, (sql) => sql`select count(*)::int as rows from kept`)
  return row?.rows
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a start', () => {
  test('creates the database once and finds it again', async () => {
    const { dataDir, cluster, program, madeMs } = await startWithRows()
    const pid = readPostmasterPid(cluster)
    await stopProgram(program)
    expect(isRunning(pid)).toBe(false)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)

    const again = await startProgram(dataDir).ready
    expect(await countRows(again.ownerUrl)).toBe(100)
    expect(again.startMs).toBeLessThan(atMost(readyAgainMsMax, madeMs))
  })

  test('leaves its logins one database to connect to', async () => {
    const { ownerUrl } = await startWithRows()
    const open = await query(
      ownerUrl,
      (sql) => sql`select datname as name from pg_database
        where datallowconn and has_database_privilege('public', oid, 'connect')`,
    )
    expect(open.map(({ name }) => name)).toEqual(['regulars'])
  })

  test('listens on loopback and in its own folder only, requires a password, and flushes', async () => {
    const { ownerUrl } = await startWithRows()
    await query(ownerUrl, async (sql) => {
      const rows = await sql`select name, setting from pg_settings where name in
        ('listen_addresses', 'unix_socket_directories', 'fsync', 'synchronous_commit', 'full_page_writes')`
      expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '.',
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
      })
      const methods = await sql`select distinct auth_method from pg_hba_file_rules`
      expect(methods.map((row) => row.auth_method)).toEqual(['scram-sha-256'])
    })
    const stranger = ownerUrl.replace(/:[^:@]+@/, ':wrong@')
    await expect(query(stranger, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' })
  })
})

describe('its server', () => {
  /** @returns the addresses of the pools' sessions, null for a socket */
  async function addressesOf(dataDir: string) {
    const logins = { databaseUrl: undefined, servingDatabaseUrl: undefined }
    const config = { dataDir, ...logins, sessionSecret: testSessionSecret }
    const { serving, platform, close } = await openDatabase(config, () => {})
    onTestFinished(close)
    const rows = [serving, platform].map((pool) => pool`select inet_client_addr() as address`)
    return (await Promise.all(rows)).flat().map((row) => row.address)
  }

  test('works over its socket', async () => {
    const { dataDir } = await copyDatabase()
    expect(await addressesOf(dataDir)).toEqual([null, null])
  })

  test('works over TCP in a folder that takes no socket', async () => {
    const { dataDir } = await copyDatabase()
    // The name of the socket that the start tries is taken.
    mkdirSync(draftOf(join(chooseFolder(dataDir, () => {}).cluster, 'socket')))
    expect(await addressesOf(dataDir)).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  test('works over TCP in a folder with a long path', async () => {
    const { dataDir } = await copyDatabase()
    const long = join(makeDataDir(), 'a'.repeat(90))
    execFileSync('cp', ['-a', dataDir, long])
    expect(await addressesOf(long)).toEqual(['127.0.0.1', '127.0.0.1'])
  })
})

describe('a second server on the same folder', () => {
  test('is refused at once without affecting the first', async () => {
    const { dataDir, cluster, program, ownerUrl, madeMs } = await startWithRows()
    const pid = readPostmasterPid(cluster)
    const second = startProgram(dataDir)
    expect(await second.exited).toBe(1)
    expect(second.said()).toContain(
      `Another Regulars server is already using the folder ${dataDir}: stop it, or give this one another DATA_DIR.`,
    )
    const [, refusedMs] = /refused after (\d+)/.exec(second.said()) ?? []
    expect(Number(refusedMs)).toBeLessThan(atMost(refusedMsMax, madeMs))
    expect(readPostmasterPid(cluster)).toBe(pid)
    expect(await countRows(ownerUrl)).toBe(100)
    await stopProgram(program)
    expect(isRunning(pid)).toBe(false)
  })

  test.for([1, 2, 3, 4])('starting at the same moment leaves one (round %i)', deep, async () => {
    const dataDir = makeDataDir()
    // First on an empty folder, then on the database left by a crash.
    for (const _ of ['empty', 'crashed']) {
      const rivals = [1, 2, 3].map(() => startProgram(dataDir))
      const outcomes = await Promise.allSettled(rivals.map((rival) => rival.ready))
      const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      expect(winners.length, rivals.map((rival) => rival.said()).join()).toBe(1)
      const losers = rivals.filter((rival) => !winners.includes(rival))
      for (const loser of losers) expect(loser.said()).toContain('Another Regulars server')
      for (const winner of winners) {
        const { ownerUrl } = await winner.ready
        await query(ownerUrl, (sql) => sql`select 1`)
        await killProgram(winner)
      }
    }
    const { ownerUrl } = await startProgram(dataDir).ready
    await query(ownerUrl, (sql) => sql`select 1`)
  })
})

/** Pauses a start before it creates the database, by staying connected to the template. */
async function holdStart() {
  for (;;) {
    const dataDir = makeDataDir()
    const folder = chooseFolder(dataDir, () => {})
    const program = startProgram(dataDir)
    const { port } = await vi.waitUntil(() => findPostmaster(folder), { timeout, interval: 5 })
    program.child.kill('SIGSTOP')
    onTestFinished(() => void program.child.kill('SIGCONT'))
    const url = ownerUrlOf(folder, port, 'template1')
    const holder = postgres(url, { max: 1, onnotice: () => {} })
    onTestFinished(() => holder.end())
    const ask = () => holder`select from pg_database where datname = 'regulars'`
    const made = await vi.waitFor(ask, { timeout })
    program.child.kill('SIGCONT')
    if (made.length === 0) return { program, holder }
    // It was faster than us on a busy machine; try again.
    await holder.end()
    await stopProgram(program)
  }
}

test('retries a start whose database process ends', {
  ...deep,
  timeout: 3 * timeout,
}, async () => {
  const { program, holder } = await holdStart()
  await vi.waitUntil(
    async () => {
      const ended = await holder`select pg_terminate_backend(pid) from pg_stat_activity
        where state = 'active' and query ilike 'create database%'`
      return ended.length > 0
    },
    { timeout },
  )
  await holder.end()
  const { ownerUrl } = await program.ready
  await query(ownerUrl, (sql) => sql`select 1`)
})

describe('after a kill -9', () => {
  test('of the server alone, the next one replaces its PostgreSQL', deep, async () => {
    const { dataDir, cluster, program, madeMs } = await startWithRows()
    const orphan = readPostmasterPid(cluster)
    await killProgram(program)
    expect(isRunning(orphan)).toBe(true)
    const again = await startProgram(dataDir).ready
    expect(await countRows(again.ownerUrl)).toBe(100)
    expect(again.startMs).toBeLessThan(atMost(readyAgainMsMax, madeMs))
    expect(readPostmasterPid(cluster)).not.toBe(orphan)
  })

  test('of everything, the next start replays what was acknowledged', async () => {
    const { dataDir, cluster, program, madeMs } = await startWithRows()
    const postmaster = readPostmasterPid(cluster)
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).toString()
    program.child.kill('SIGKILL')
    for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) {
      killIfThere(pid)
    }
    const again = await startProgram(dataDir).ready
    expect(await countRows(again.ownerUrl)).toBe(100)
    expect(again.startMs).toBeLessThan(atMost(readyAgainMsMax, madeMs))
  })

  test('of PostgreSQL alone, it restarts on the same port', deep, async () => {
    const { cluster, ownerUrl } = await startWithRows()
    const first = readPostmasterPid(cluster)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => countRows(ownerUrl).catch(() => 0), { timeout: 30_000 }).toBe(100)
    expect(readPostmasterPid(cluster)).not.toBe(first)
  })

  test('of the lock’s session, the server takes the lock again', deep, async () => {
    const { dataDir, ownerUrl } = await startWithRows()
    const isLocked = async () => {
      const rows = await query(
        ownerUrl,
        (sql) => sql`select pid from pg_stat_activity where application_name = 'regulars-lock'`,
      )
      return rows[0]?.pid
    }
    const before = await isLocked()
    await query(ownerUrl, (sql) => sql`select pg_terminate_backend(${before})`)
    await expect.poll(isLocked, { timeout: 30_000 }).not.toBe(before)
    await expect.poll(isLocked, { timeout: 30_000 }).toBeTypeOf('number')
    const second = startProgram(dataDir)
    expect(await second.exited).toBe(1)
  })

  test.each(['the group', 'the server alone'])(
    'while creating the database, of %s, the next start creates it again',
    async (victim) => {
      const dataDir = makeDataDir()
      const drafts = () => readdirSync(dataDir).filter((name) => name.includes('.draft-'))
      const program = startProgram(dataDir)
      await expect.poll(drafts, { timeout: 30_000, interval: 5 }).toHaveLength(1)
      await pause(100)
      const { pid = 0 } = program.child
      process.kill(victim === 'the group' ? -pid : pid, 'SIGKILL')
      await program.exited
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
      const again = await startProgram(dataDir).ready
      await query(again.ownerUrl, (sql) => sql`select 1`)
      expect(drafts()).toEqual([])
    },
  )
})

/** A child may have ended with its postmaster. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
