/**
 * PostgreSQL's programs from this platform's npm package. We use them where npm installed them if
 * they run there, and otherwise copy them next to the database: PostgreSQL's user may not reach
 * them, or npm may not have run the script that creates their links.
 */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseProblem, reasonOf } from '#sync-server/database-problem.ts'
import type { DatabaseFolder, Runner } from '#sync-server/embedded-postgres/folder.ts'
import { isCode } from '#sync-server/private-file.ts'

export type Binaries = { initdb: string; postgres: string; major: string }
/** A folder with `bin/initdb` and `bin/postgres`, and their version. */
export type Programs = { native: string; version: string }

const run = promisify(execFile)
export const platform = `${process.platform}-${process.arch}`

export async function findBinaries(
  folder: DatabaseFolder,
  { native, version }: Programs = locatePackage(),
): Promise<Binaries> {
  const major = version.split('.')[0] ?? version
  const inPlace = await whyNotRunning(native, folder.runner)
  if (inPlace === undefined) return { ...programsIn(native), major }
  const copy = join(folder.home, `postgres-${version}-${platform}`)
  if (!existsSync(copy)) copyBinaries(native, copy)
  const asCopy = await whyNotRunning(copy, folder.runner)
  if (asCopy === undefined) return { ...programsIn(copy), major }
  throw new DatabaseProblem(
    `The embedded PostgreSQL does not run on this machine (${asCopy}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  )
}

function locatePackage(): Programs {
  const name = `@embedded-postgres/${platform}`
  try {
    const fromHere = createRequire(import.meta.url)
    const fromWrapper = createRequire(fromHere.resolve('embedded-postgres'))
    const root = dirname(dirname(fromWrapper.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch {
    throw new DatabaseProblem(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

function programsIn(native: string) {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

async function whyNotRunning(native: string, runner: Runner): Promise<string | undefined> {
  if (readLinks(native).some((link) => !existsSync(join(native, link.target)))) {
    return 'its links are missing'
  }
  try {
    // initdb looks for postgres and loads libpq, so both must run.
    for (const program of Object.values(programsIn(native))) {
      await run(program, ['--version'], { cwd: '/', env: {}, ...runner })
    }
    return undefined
  } catch (error) {
    return reasonOf(error).split('\n').slice(0, 2).join(' ')
  }
}

/** Copies under a temporary name and renames, so that a copy is complete or absent. */
function copyBinaries(native: string, copy: string): void {
  const draft = draftOf(copy)
  try {
    removeDrafts(copy)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    makeLinks(draft)
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(copy)) return
    throw new DatabaseProblem(
      `PostgreSQL's programs cannot be copied to ${copy} (${reasonOf(error)}): choose another DATA_DIR, or set DATABASE_URL.`,
    )
  }
}

/** A temporary path that is renamed once its content is complete. */
export function draftOf(path: string): string {
  return `${path}.draft-${process.pid}`
}

/**
 * Removes what killed starts left behind; a program that outlived its start may still be writing
 * there.
 */
export function removeDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const [, pid] = name.split(`${basename(path)}.draft-`)
    if (!pid || isRunning(Number(pid))) continue
    try {
      rmSync(join(dirname(path), name), { recursive: true, maxRetries: 5, retryDelay: 20 })
    } catch (error) {
      if (!isCode(error, 'ENOTEMPTY', 'ENOENT')) throw error
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

export function makeLinks(native: string): void {
  for (const { source, target } of readLinks(native)) {
    try {
      symlinkSync(basename(source), join(native, target))
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    }
  }
}

/** The package lists its links as `native/lib/a.so.1` → `native/lib/a.so`, within one folder. */
function readLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.map(({ source, target }) => ({ source, target: target.replace(/^native\//, '') }))
}
