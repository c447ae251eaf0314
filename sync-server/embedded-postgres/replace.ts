/**
 * Replaces the embedded database by one that is filled beside it: for a restore, and for another
 * major version of PostgreSQL. Until the new one is complete the old one stays in its place; then it
 * is kept beside it.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '#sync-server/database-problem.ts'
import { draftOf, findBinaries, removeDrafts } from '#sync-server/embedded-postgres/binaries.ts'
import { readMajor, syncFolder } from '#sync-server/embedded-postgres/cluster.ts'
import { fetchPrograms, programsIn } from '#sync-server/embedded-postgres/earlier-programs.ts'
import { type EmbeddedOptions, startIn } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import {
  chooseFolder,
  completeOf,
  type DatabaseFolder,
  finishSwap,
  unfinishedOf,
} from '#sync-server/embedded-postgres/folder.ts'
import { retireOrphan } from '#sync-server/embedded-postgres/start.ts'

/** @returns the path of the old database, or null if none existed */
export async function replaceEmbeddedDatabase(
  options: EmbeddedOptions,
  work: (ownerUrl: string) => Promise<void>,
): Promise<string | null> {
  const folder = chooseFolder(options.dataDir, options.log)
  await retireOrphan(folder)
  await fillBeside(folder, options, work)
  // Refuses if a server has started on the old folder since.
  await retireOrphan(folder)
  return swap(folder)
}

interface Upgrade {
  /** The major that made the old database, which serves while `move` reads it. */
  from: string
  to: string
  /** The path of the old database. */
  aside: string
}

/**
 * Moves the rows of a database that another major made into one of the installed major.
 * @param programs the folder above the old major's `bin`; without it, npm brings its programs
 * @returns null if the installed major made the database
 */
export async function upgradeEmbeddedDatabase(
  options: EmbeddedOptions,
  programs: string | undefined,
  move: (oldUrl: string, newUrl: string, file: string) => Promise<void>,
): Promise<Upgrade | null> {
  const folder = chooseFolder(options.dataDir, options.log)
  await retireOrphan(folder)
  const from = readMajor(folder)
  const { major: to } = await findBinaries(folder)
  if (from === to) return null
  // Each command has its own files: of two at once, the one that starts the old database goes on.
  const files = join(folder.home, 'upgrading')
  removeDrafts(files)
  const draft = draftOf(files)
  // In a container, an interrupted command had the same process id.
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  try {
    const found = programs
      ? await programsIn(programs)
      : await fetchPrograms(from, join(draft, 'programs'))
    const earlier = await findBinaries(folder, found)
    if (earlier.major !== from) {
      throw new DatabaseProblem(
        `The programs in ${programs} are of PostgreSQL ${earlier.major}, and ${from} made the database.`,
      )
    }
    // While it runs, no server starts on it, and a command that visits it writes nothing: its rows
    // would be lost.
    const settings = { ...options.settings, default_transaction_read_only: 'on' }
    const old = await startIn(folder, { ...options, settings }, earlier)
    await fillBeside(folder, options, (newUrl) =>
      move(old.ownerUrl, newUrl, join(draft, 'rows.backup')),
    ).finally(() => old.stop())
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  await retireOrphan(folder)
  const aside = swap(folder)
  if (!aside) throw new Error('The old database is gone')
  return { from, to, aside }
}

async function fillBeside(
  folder: DatabaseFolder,
  options: EmbeddedOptions,
  work: (ownerUrl: string) => Promise<void>,
): Promise<void> {
  const beside = { ...folder, cluster: unfinishedOf(folder.home) }
  // An interrupted command leaves its process and its files.
  await retireOrphan(beside)
  rmSync(beside.cluster, { recursive: true, force: true })
  try {
    const made = await startIn(beside, options)
    await work(made.ownerUrl).finally(() => made.stop())
  } catch (error) {
    rmSync(beside.cluster, { recursive: true, force: true })
    throw error
  }
}

/**
 * No file system exchanges two folders in one step that Node offers, so the new one's name says
 * that it is complete: a start after a kill finishes the swap.
 */
function swap({ home, cluster }: DatabaseFolder): string | null {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = existsSync(cluster) ? `${cluster}-until-${stamp}` : null
  renameSync(unfinishedOf(home), completeOf(home))
  if (aside) renameSync(cluster, aside)
  finishSwap(home)
  syncFolder(home)
  return aside
}
