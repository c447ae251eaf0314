/**
 * The PostgreSQL process: started in its own session, so that Ctrl-C reaches the server first, and
 * stopped by a fast shutdown. Listens on loopback, and on a socket in its own folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Binaries,
  draftOf,
  isRunning,
  removeDrafts,
} from '#sync-server/embedded-postgres/binaries.ts'
import type { DatabaseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { readIfPresent } from '#sync-server/private-file.ts'

export type Postmaster = {
  pid: number
  port: number
  /** Its exit code; null if a signal killed it or it couldn't be started. */
  exited: Promise<number | null>
  /** Lets this program exit while the database keeps running for another server. */
  abandon(): void
}
export type Settings = Record<string, string>

const fastShutdownMs = 20_000

const everySettings: Settings = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '128MB',
  wal_compression: 'on',
  jit: 'off',
  // Statements planned for an empty table keep their plan until it is analyzed.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Keep a week of logs, one file a day; terse, because details quote rows with personal data.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** Systems reject longer paths of sockets. */
const socketPathMax = 100

export const socketOf = (folder: DatabaseFolder, port: number) =>
  join(folder.cluster, `.s.PGSQL.${port}`)

/**
 * PostgreSQL ends if it can't create its socket, as in a folder that a virtual machine shares with
 * its host. Only its user can enter the folder.
 */
export async function takesSocket(folder: DatabaseFolder): Promise<boolean> {
  const path = draftOf(join(folder.cluster, 'socket'))
  if (Buffer.byteLength(path) > socketPathMax) return false
  const probe = createServer().listen(path)
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given')
  return address.port
}

export function spawnPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  port: number,
  settings: Settings,
): Postmaster {
  const chosen = Object.entries({ ...everySettings, ...settings, port: String(port) })
  const flags = chosen.flatMap(([name, setting]) => ['-c', `${name}=${setting}`])
  removeDrafts(join(folder.home, 'start.log'))
  const startLog = openSync(startLogOf(folder), 'w', 0o600)
  const child = spawn(binaries.postgres, ['-D', folder.cluster, ...flags], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', startLog, startLog],
    ...folder.runner,
  })
  closeSync(startLog)
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', (error) => {
      writeFileSync(startLogOf(folder), error.message)
      resolve(null)
    })
  })
  // Pid 0 marks a child that failed to start; it is never signalled.
  return { pid: child.pid ?? 0, port, exited, abandon: () => child.unref() }
}

/** Reads and deletes what PostgreSQL printed before its own log files took over. */
export function takeStartLog(folder: DatabaseFolder): string {
  const said = readIfPresent(startLogOf(folder)) ?? ''
  rmSync(startLogOf(folder), { force: true })
  return said
}

/** Unique per process, because a rival may be starting at the same moment. */
function startLogOf(folder: DatabaseFolder): string {
  return draftOf(join(folder.home, 'start.log'))
}

export async function stopPostmaster(pid: number, exited: Promise<unknown>): Promise<void> {
  // Fast, then immediate (the next start replays the log), then kill.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (pid === 0 || !isRunning(pid)) return
    process.kill(pid, signal)
    const deadline = new AbortController()
    const late = pause(fastShutdownMs, true, { signal: deadline.signal }).catch(() => false)
    const isLate = await Promise.race([exited.then(() => false), late])
    deadline.abort()
    if (!isLate) return
  }
}
