/**
 * Starts a PostgreSQL on a folder and takes sole control of it, whatever state the folder is in:
 * empty, after a crash, with a zombie, with a PostgreSQL that outlived its server, or in use by
 * another server (which is refused).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseProblem } from '#sync-server/database-problem.ts'
import type { Binaries } from '#sync-server/embedded-postgres/binaries.ts'
import { ownerUrlOf } from '#sync-server/embedded-postgres/cluster.ts'
import type { DatabaseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { type FolderLock, tryLock } from '#sync-server/embedded-postgres/lock.ts'
import {
  disownPidFile,
  findPostmaster,
  waitForExit,
} from '#sync-server/embedded-postgres/pid-file.ts'
import {
  findFreePort,
  type Postmaster,
  type Settings,
  spawnPostmaster,
  stopPostmaster,
  takeStartLog,
} from '#sync-server/embedded-postgres/postmaster.ts'
import { isCode } from '#sync-server/private-file.ts'

export type Running = { postmaster: Postmaster; lock: FolderLock }

const startMsMax = 30_000
const orphanSilentMsMax = 15_000
const retryMs = 20

// Retry these: starting up, shutting down, just killed, or not listening yet.
const notYet = [
  '57P03',
  '57P01',
  '57P02',
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EPIPE',
]

/** A restart keeps the port, so that open pools find the database again. */
export async function startPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  settings: Settings,
  keptPort?: number,
): Promise<Running> {
  const deadline = Date.now() + startMsMax
  let said = ''
  while (Date.now() < deadline) {
    await retireOrphan(folder)
    const port = keptPort ?? (await findFreePort())
    const postmaster = spawnPostmaster(folder, binaries, port, settings)
    const lock = await lockOwn(folder, postmaster)
    said = takeStartLog(folder)
    if (lock) return { postmaster, lock }
    // A clean exit means that a rival briefly held the lock and took it for an orphan.
    if ((await postmaster.exited) !== 0 && !isWorthRetrying(said)) break
    await pause(retryMs)
    disownPidFile(folder)
  }
  const reason = said.trim().split('\n').slice(-2).join(' ')
  throw new DatabaseProblem(
    `The embedded PostgreSQL in ${folder.cluster} does not start (${reason}): its log is in ${folder.cluster}/log.`,
  )
}

/** @returns undefined if the process ended before it answered. Waits as long as recovery takes. */
export async function lockOwn(
  folder: DatabaseFolder,
  postmaster: Postmaster,
): Promise<FolderLock | undefined> {
  let running = true
  void postmaster.exited.then(() => {
    running = false
  })
  while (running) {
    const outcome = await askForLock(folder, postmaster.port)
    if (outcome === 'held by another') {
      // The other server found this process before we could lock it, and will stop it.
      postmaster.abandon()
      throw refusal(folder)
    }
    if (outcome !== 'no answer') return outcome
    await pause(retryMs)
  }
  return undefined
}

/** Stops a PostgreSQL that outlived its server; refuses if its server is alive. */
export async function retireOrphan(folder: DatabaseFolder): Promise<void> {
  const deadline = Date.now() + orphanSilentMsMax
  for (let found = findPostmaster(folder); found; found = findPostmaster(folder)) {
    const outcome = await askForLock(folder, found.port)
    if (outcome === 'held by another') throw refusal(folder)
    if (outcome !== 'no answer') {
      await stopPostmaster(found.pid, waitForExit(found.pid))
      return outcome.end()
    }
    if (Date.now() > deadline) {
      throw new DatabaseProblem(
        `A PostgreSQL process (${found.pid}) holds ${folder.cluster} and does not answer: end it and start again.`,
      )
    }
    await pause(retryMs)
  }
}

async function askForLock(
  folder: DatabaseFolder,
  port: number,
): Promise<FolderLock | 'held by another' | 'no answer'> {
  try {
    return (await tryLock(ownerUrlOf(folder, port, 'postgres'))) ?? 'held by another'
  } catch (error) {
    if (isUnanswered(error)) return 'no answer'
    throw error
  }
}

export function isUnanswered(error: unknown): boolean {
  return isCode(error, ...notYet)
}

function refusal(folder: DatabaseFolder): DatabaseProblem {
  return new DatabaseProblem(
    `Another Regulars server is already using the folder ${folder.home}: stop it, or give this one another DATA_DIR.`,
  )
}

function isWorthRetrying(said: string): boolean {
  return (
    said.includes('postmaster.pid') ||
    said.includes('Address already in use') ||
    said.includes('shared memory block')
  )
}
