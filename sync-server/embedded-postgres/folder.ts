/**
 * The embedded database's folder, and the user it runs as. PostgreSQL refuses to run as root, so
 * root runs it as `nobody`. If that user can't reach the folder (below a 0700 home), a permanent
 * one replaces it, always the same for a DATA_DIR, and startup prints which.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { readIfPresent } from '#sync-server/private-file.ts'

export type Runner = { uid: number; gid: number } | undefined

export type DatabaseFolder = {
  /** Holds all files of this database; owned by us. */
  home: string
  /** PostgreSQL's data folder; owned by the runner. */
  cluster: string
  passwordFile: string
  /** The user that PostgreSQL runs as; undefined for our own. */
  runner: Runner
}

const nobody = findNobody()

export function chooseFolder(dataDir: string, log: (sentence: string) => void): DatabaseFolder {
  const near = makeFolder(dataDir)
  const asRoot = process.getuid?.() === 0
  const pointer = join(near, 'database-folder')
  const noted = readIfPresent(pointer)
  if (noted !== undefined) return openNotedFolder(noted, pointer, asRoot, log)
  if (!asRoot) return describeFolder(near, undefined)
  if (canReach(near, nobody) && canGiveAway(near)) return describeFolder(near, nobody)
  // When root starts the server, an existing user's database stays with that user.
  const cluster = join(near, 'postgres')
  if (existsSync(cluster)) return describeFolder(near, nobody)

  const hash = createHash('sha256').update(near).digest('hex').slice(0, 12)
  const far = makeFolder(`/var/lib/regulars-${hash}`)
  if (!canReach(far, nobody) || !canGiveAway(far)) {
    throw new DatabaseProblem(
      'PostgreSQL does not run as root, and no other user can reach a folder of this machine: start the server as an ordinary user, or set DATABASE_URL.',
    )
  }
  writeFileSync(pointer, `${far}\n`, { flush: true })
  return openNotedFolder(far, pointer, asRoot, log)
}

function openNotedFolder(
  noted: string,
  pointer: string,
  asRoot: boolean,
  log: (sentence: string) => void,
): DatabaseFolder {
  if (!existsSync(noted)) {
    throw new DatabaseProblem(
      `The database's folder ${noted} is gone: restore it, or remove ${pointer} to begin with an empty database.`,
    )
  }
  log(`The database is kept in ${noted}, because PostgreSQL's user cannot reach DATA_DIR.`)
  return describeFolder(noted, asRoot ? nobody : undefined)
}

/** A database that is being filled to replace the one in `home`. */
export const unfinishedOf = (home: string): string => join(home, 'postgres-restoring')
/** The same once it is complete, for the moment of the swap. */
export const completeOf = (home: string): string => join(home, 'postgres-complete')

/** An existing database keeps its file owner, regardless of who starts the server. */
function describeFolder(home: string, fallback: Runner): DatabaseFolder {
  const cluster = join(home, 'postgres')
  finishSwap(home)
  const folder = { home, cluster, passwordFile: join(home, 'owner-password'), runner: fallback }
  if (!existsSync(cluster)) return folder
  const { uid, gid } = statSync(cluster)
  const own = process.getuid?.()
  if (own === undefined || uid === own) return { ...folder, runner: undefined }
  if (own === 0) return { ...folder, runner: { uid, gid } }
  throw new DatabaseProblem(
    `The database in ${cluster} belongs to another user (${uid}): start the server as that user or as root, or choose another DATA_DIR.`,
  )
}

/** After a kill within the swap: the new database replaces the old one only if that was moved away. */
export function finishSwap(home: string): void {
  const complete = completeOf(home)
  const cluster = join(home, 'postgres')
  if (!existsSync(complete)) return
  renameSync(complete, existsSync(cluster) ? unfinishedOf(home) : cluster)
}

/** initdb requires a user known to the system; nearly every system maps 65534 to nobody. */
function findNobody(): { uid: number; gid: number } {
  const users = (readIfPresent('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'))
  const known =
    users.find(([, , uid]) => uid === '65534') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(known?.[2] ?? 65534), gid: Number(known?.[3] ?? 65534) }
}

function makeFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 })
    return realpathSync(path)
  } catch (error) {
    throw new DatabaseProblem(
      `The folder ${path} cannot be made (${reasonOf(error)}): choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

/** Checks whether a user may enter a folder, by the permission bits of every folder above it. */
function canReach(path: string, user: { uid: number; gid: number }): boolean {
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if (!mayWalkInto(statSync(at), user)) return false
    if (at === dirname(at)) return true
  }
}

function mayWalkInto(entry: Stats, user: { uid: number; gid: number }): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0
  return (entry.mode & 0o001) !== 0
}

/** Some mounts don't let even root give a folder to another user. */
function canGiveAway(home: string): boolean {
  const probe = join(home, `ownership-${process.pid}`)
  try {
    mkdirSync(probe)
    giveFolder(probe, nobody)
    return statSync(probe).uid === nobody.uid
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}

export function giveFolder(path: string, runner: Runner): void {
  chmodSync(path, 0o700)
  if (runner) chownSync(path, runner.uid, runner.gid)
}
