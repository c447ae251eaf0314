/**
 * Migrates the tables to this release: all new migrations in one transaction, or none. Servers that
 * start together take turns, so each migration runs once.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import type postgres from 'postgres'
import { distributeTables } from '#sync-server/database/distribute.ts'
import { platformLogin, servingLogin } from '#sync-server/database/logins.ts'

const root = resolve(import.meta.dirname, '..', '..')
export const migrationsFolder = join(root, 'schema', 'database', 'migrations')

const lockKey = 7_348_276

/** The owner's client needs at least two connections: one holds the lock while another migrates. */
export async function migrate(owner: postgres.Sql, folder = migrationsFolder): Promise<void> {
  if (owner.options.max < 2) throw new Error('migrate needs a client with two connections')
  const lock = await owner.reserve()
  try {
    await lock`select pg_advisory_lock(${lockKey})`
    await runMigrations(drizzle(owner), { migrationsFolder: folder })
    // Both logins may check for pending migrations (`/readyz`) and nothing else.
    await owner`grant usage on schema drizzle to ${owner(servingLogin)}, ${owner(platformLogin)}`
    await owner`grant select on drizzle.__drizzle_migrations to ${owner(servingLogin)}, ${owner(platformLogin)}`
    // A restore distributes the rows of an older release once they have this release's columns.
    if (folder === migrationsFolder) await distributeTables(owner)
  } finally {
    // If the session has ended, its lock is gone already.
    await lock`select pg_advisory_unlock(${lockKey})`.catch(() => undefined)
    lock.release()
  }
}

/** Counts this release's migrations that the database doesn't have yet. */
export async function pendingMigrations(
  sql: postgres.Sql,
  folder = migrationsFolder,
): Promise<number> {
  const [newest] = await sql`select max(created_at) as at from drizzle.__drizzle_migrations`
  const appliedUntil = Number(newest?.at ?? 0)
  return migrationTimes(folder).filter((when) => when > appliedUntil).length
}

/** Timestamps of this release's migrations, oldest first. */
export function migrationTimes(folder = migrationsFolder): number[] {
  const journal: { entries: { when: number }[] } = JSON.parse(
    readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return journal.entries.map(({ when }) => when)
}
