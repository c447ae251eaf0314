/**
 * The database of an installation without its own: a real PostgreSQL child process, on loopback and
 * with fsync on. Guarantees: one writer per folder, acknowledged writes survive any crash, and the
 * database restarts automatically if it dies.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '#sync-server/database-problem.ts'
import { type Binaries, findBinaries } from '#sync-server/embedded-postgres/binaries.ts'
import { makeCluster, ownerUrlOf, readMajor } from '#sync-server/embedded-postgres/cluster.ts'
import { chooseFolder, type DatabaseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { findPostmaster } from '#sync-server/embedded-postgres/pid-file.ts'
import {
  type Settings,
  socketOf,
  stopPostmaster,
  takesSocket,
} from '#sync-server/embedded-postgres/postmaster.ts'
import {
  isUnanswered,
  lockOwn,
  type Running,
  retireOrphan,
  startPostmaster,
} from '#sync-server/embedded-postgres/start.ts'

export type EmbeddedDatabase = {
  ownerUrl: string
  /** Its Unix socket, if any, over which a statement costs less than over TCP. */
  socket: string | undefined
  /**
   * Identifies these files: PostgreSQL never replaces its control file, and a copy has another
   * inode.
   */
  filesId: string
  /** Resolves with a sentence once the database died and couldn't be restarted. */
  gone: Promise<string>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log: (sentence: string) => void
  /** PostgreSQL settings that override ours; tests turn fsync off. */
  settings?: Settings
}

const databaseName = 'regulars'
const startsMax = 5
const restartsMax = 5
const restartsWithinMs = 60_000

export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return startIn(chooseFolder(options.dataDir, options.log), options)
}

/** @param programs the installed ones, unless others are given */
export async function startIn(
  folder: DatabaseFolder,
  { log, settings = {} }: Omit<EmbeddedOptions, 'dataDir'>,
  programs?: Binaries,
): Promise<EmbeddedDatabase> {
  // Do this first, so that a second server is refused at once.
  await retireOrphan(folder)
  const binaries = programs ?? (await findBinaries(folder))
  await makeCluster(folder, binaries)
  const hasSocket = await takesSocket(folder)
  const all = { ...settings, unix_socket_directories: hasSocket ? '.' : '' }
  const running = await startWithDatabase(folder, binaries, all)
  const keeper = keepRunning(running, { folder, binaries, settings: all, log })
  const { port } = running.postmaster
  const ownerUrl = ownerUrlOf(folder, port, databaseName)
  const socket = hasSocket ? socketOf(folder, port) : undefined
  return { ownerUrl, socket, filesId: readFilesId(folder), ...keeper }
}

function readFilesId({ cluster }: DatabaseFolder): string {
  return String(statSync(join(cluster, 'global', 'pg_control'), { bigint: true }).ino)
}

/** For brief work: uses the server already running on the folder, or starts one for the purpose. */
export async function visitEmbeddedDatabase(
  options: EmbeddedOptions,
): Promise<Pick<EmbeddedDatabase, 'ownerUrl' | 'stop'>> {
  const folder = chooseFolder(options.dataDir, options.log)
  readMajor(folder)
  const found = findPostmaster(folder)
  if (!found) return startEmbeddedDatabase(options)
  return { ownerUrl: ownerUrlOf(folder, found.port, databaseName), stop: async () => {} }
}

/**
 * Retries if the process we just locked is stopped: a rival that briefly held the lock first took
 * it for an orphan. If that rival is serving by now, we are refused.
 */
async function startWithDatabase(
  folder: DatabaseFolder,
  binaries: Binaries,
  settings: Settings,
): Promise<Running> {
  for (let starts = 1; ; starts += 1) {
    const running = await startPostmaster(folder, binaries, settings)
    try {
      await makeDatabase(running)
      return running
    } catch (error) {
      await stopPostmaster(running.postmaster.pid, running.postmaster.exited)
      await running.lock.end()
      if (starts === startsMax || !isUnanswered(error)) throw error
    }
  }
}

async function makeDatabase({ lock }: Running): Promise<void> {
  const [found] = await lock.session`select from pg_database where datname = ${databaseName}`
  if (!found) await lock.session`create database ${lock.session(databaseName)}`
  // The serving logins have their own database and no reason to access the cluster's defaults.
  await lock.session`revoke connect on database postgres, template1 from public`
}

type Setting = {
  folder: DatabaseFolder
  binaries: Binaries
  settings: Settings
  log: (sentence: string) => void
}

function keepRunning(first: Running, setting: Setting): Pick<EmbeddedDatabase, 'gone' | 'stop'> {
  let current = first
  let stopping = false
  let recovery: Promise<Running> | undefined

  async function watch(): Promise<string> {
    const restartedAt: number[] = []
    let problem: string | null = null
    for (;;) {
      await Promise.race([current.postmaster.exited, current.lock.lost])
      // Stopped on purpose: `gone` must never resolve.
      if (stopping) return new Promise(() => {})
      const now = Date.now()
      restartedAt.push(now)
      if (restartedAt.filter((at) => at > now - restartsWithinMs).length > restartsMax) {
        return (
          problem ??
          `The database died ${restartsMax} times within a minute: see ${setting.folder.cluster}/log.`
        )
      }
      setting.log('The database ended unexpectedly and is being brought back.')
      recovery = bringBack(current, setting)
      try {
        current = await recovery
        problem = null
      } catch (error) {
        // It may have died again while starting, which counts as one of the five times.
        problem = reasonOf(error)
      }
    }
  }

  const watching = watch()
  return {
    gone: watching,
    async stop() {
      stopping = true
      current = (await recovery?.catch(() => undefined)) ?? current
      await stopPostmaster(current.postmaster.pid, current.postmaster.exited)
      await current.lock.end()
    },
  }
}

/**
 * The lock's session, all sessions or the process may have ended; checks the cheapest case first.
 */
async function bringBack(ended: Running, setting: Setting): Promise<Running> {
  await ended.lock.end()
  const { folder, binaries, settings } = setting
  const lock = await lockOwn(folder, ended.postmaster)
  if (lock) return { postmaster: ended.postmaster, lock }
  return startPostmaster(folder, binaries, settings, ended.postmaster.port)
}
