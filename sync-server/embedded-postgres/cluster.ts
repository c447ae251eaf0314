/**
 * Creates the database's files on the first start, under a temporary name that is flushed and
 * renamed, so that an interrupted start leaves nothing that looks like a database.
 */
import { execFile } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import { type Binaries, draftOf, removeDrafts } from '#sync-server/embedded-postgres/binaries.ts'
import { type DatabaseFolder, giveFolder } from '#sync-server/embedded-postgres/folder.ts'
import { isCode, readIfPresent, readOrCreateSecret } from '#sync-server/private-file.ts'

const ownerLogin = 'owner'

const run = promisify(execFile)

export async function makeCluster(folder: DatabaseFolder, binaries: Binaries): Promise<void> {
  if (existsSync(folder.cluster)) return checkFiles(folder, binaries)
  removeDrafts(folder.cluster)
  const password = readOrCreateSecret(folder.passwordFile)
  const draft = draftOf(folder.cluster)
  const passwordCopy = join(draft, 'password')
  const files = join(draft, 'files')
  try {
    mkdirSync(files, { recursive: true })
    writeFileSync(passwordCopy, password, { mode: 0o600 })
    if (folder.runner) chownSync(passwordCopy, folder.runner.uid, folder.runner.gid)
    giveFolder(draft, folder.runner)
    giveFolder(files, folder.runner)
    const access = ['-U', ownerLogin, '-A', 'scram-sha-256', `--pwfile=${passwordCopy}`]
    const shape = ['--encoding=UTF8', '--locale=C', '--no-instructions']
    const where = { cwd: '/', env: {}, ...folder.runner }
    await run(binaries.initdb, ['-D', files, ...access, ...shape], where)
    publishCluster(files, folder)
  } catch (error) {
    if (reasonOf(error).includes('user does not exist')) {
      throw new DatabaseProblem(
        'PostgreSQL only makes a database for a user that the system knows: give this user a line in /etc/passwd, or set DATABASE_URL.',
      )
    }
    throw new DatabaseProblem(
      `The database's files cannot be made in ${folder.home} (${reasonOf(error)}): make room there, or set DATABASE_URL.`,
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function publishCluster(files: string, folder: DatabaseFolder): void {
  try {
    renameSync(files, folder.cluster)
  } catch (error) {
    // Another server created the database at the same moment; the lock decides which one uses it.
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  }
  syncFolder(folder.home)
}

/** Makes renames in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function checkFiles(folder: DatabaseFolder, binaries: Binaries): void {
  if (!existsSync(folder.passwordFile)) {
    throw new DatabaseProblem(
      `The file ${folder.passwordFile} is missing, and without it nobody gets into the database: restore it from the back-up.`,
    )
  }
  const made = readMajor(folder)
  if (made !== binaries.major) {
    throw new DatabaseProblem(
      `The database in ${folder.cluster} was made by PostgreSQL ${made} and this release brings ${binaries.major}: run "regulars upgrade-database" (docs/operations.md, "Upgrades").`,
    )
  }
}

/** The major version of PostgreSQL that made the database. */
export function readMajor({ home, cluster }: DatabaseFolder): string {
  if (!existsSync(cluster)) {
    throw new DatabaseProblem(`There is no database in ${home}: check DATA_DIR.`)
  }
  const made = readIfPresent(join(cluster, 'PG_VERSION'))
  if (made !== undefined) return made
  throw new DatabaseProblem(
    `The folder ${cluster} is not a database: move it away, or choose another DATA_DIR.`,
  )
}

export function ownerUrlOf(folder: DatabaseFolder, port: number, database: string): string {
  const password = readFileSync(folder.passwordFile, 'utf8').trim()
  return `postgres://${ownerLogin}:${password}@127.0.0.1:${port}/${database}`
}
