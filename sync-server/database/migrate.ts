/**
 * Migrates the tables to this release: all new migrations in one transaction, or none. Servers that
 * start together take turns, so each migration runs once.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import type postgres from 'postgres'
import { platformLogin, servingLogin } from '#sync-server/database/logins.ts'
import { readTables } from '#sync-server/database/reference-order.ts'

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

/**
 * On Citus, distributes the tables of businesses that are not distributed yet, with their rows, so
 * that migrations create tables alike on every PostgreSQL (docs/scale.md 16). Each table is a
 * transaction of its own: an interrupted start continues at the next one.
 */
async function distributeTables(owner: postgres.Sql): Promise<void> {
  const [citus] = await owner`select from pg_extension where extname = 'citus'`
  if (!citus) return
  // Citus distributes a table after those that it refers to.
  const tables = await owner.begin((tx) => readTables(tx))
  const columns = await readColumns(owner)
  const distributed: string[] = []
  for (const { table } of tables) {
    const column = columns.get(table)
    if (!column) continue
    await distribute(owner, table, column)
    distributed.push(table)
  }
  // The rows now are on their shards; the copies here are hidden, but still on disk.
  for (const table of distributed) {
    await owner`select truncate_local_data_after_distributing_table(${table}::regclass)`
  }
}

async function distribute(owner: postgres.Sql, table: string, column: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Copies the rows, which forced row-level security hides from an owner who is no superuser.
    await tx`alter table ${tx(table)} no force row level security`
    await (table === 'business'
      ? tx`select create_distributed_table(${table}, ${column})`
      : tx`select create_distributed_table(${table}, ${column}, colocate_with => 'business')`)
    await tx`alter table ${tx(table)} force row level security`
  })
}

/** @returns the column that a table is distributed by: the first one of its key, if a business's */
async function readColumns(owner: postgres.Sql): Promise<Map<string, string>> {
  const rows = await owner<{ table: string; column: string }[]>`
    select c.relname as "table", a.attname as "column"
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (a.attname = 'business_id' or c.relname = 'business')
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)`
  return new Map(rows.map(({ table, column }) => [table, column]))
}
