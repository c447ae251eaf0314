/**
 * Where the embedded database lives, and as which user it runs. PostgreSQL refuses to run as
 * root, so root hands it to `nobody`; a folder that user cannot reach (below a 0700 home) is
 * replaced by a lasting one, always the same for one DATA_DIR, and the start says which.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
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
  /** Holds everything of this database; belongs to us. */
  home: string
  /** PostgreSQL's own data folder; belongs to the runner. */
  cluster: string
  passwordFile: string
  /** The other user PostgreSQL runs as; undefined when it runs as ourselves. */
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
  // A user's own database stays with that user when root starts the server.
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

/** An existing database keeps the user it was made by, whoever starts the server. */
function describeFolder(home: string, fallback: Runner): DatabaseFolder {
  const cluster = join(home, 'postgres')
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

/** initdb insists on a user that the system knows; nearly every system calls 65534 nobody. */
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

/** Whether a user may walk into a folder, by the permission bits of every folder above it. */
export function canReach(path: string, user: { uid: number; gid: number }): boolean {
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

/** Some mounts do not let even root give a folder to another user. */
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
