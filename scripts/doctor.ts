/**
 * `regulars doctor`: examines an installation, one line for each finding, each with what to do.
 * Changes nothing. Exits with status 1 if a part is broken.
 */
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { figureFormat, system } from '#pwa/texts/system.ts'
import type { Finding } from '#schema/contract/system.ts'
import { readConfig } from '#sync-server/config.ts'
import { pendingMigrations } from '#sync-server/database/migrate.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { readSlowStatements } from '#sync-server/system/database.ts'
import { examine, examineTables } from '#sync-server/system/examine.ts'
import { onDatabase, say } from './on-server.ts'

export async function runDoctor(): Promise<void> {
  const now = new Date()
  for (const { part, state, code, figures } of await examine(
    readConfig(process.env),
    () => readTables(now),
    now,
  )) {
    say(`${state.padEnd(8)}  ${part}: ${system.findings[code](figures, figureFormat)}`)
    if (state === 'broken') process.exitCode = 1
  }
}

async function readTables(now: Date): Promise<Finding[]> {
  try {
    return await onDatabase(async (url) => {
      const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false })
      try {
        const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as there`
        const pending = table?.there ? await pendingMigrations(sql) : null
        const slow = await readSlowStatements(sql)
        return await examineTables({ db: drizzle(sql), pending, slow, now })
      } finally {
        await sql.end({ timeout: 2 })
      }
    })
  } catch (error) {
    const figures = { reason: reasonOf(error) }
    return [{ part: 'database', state: 'broken', code: 'databaseSilent', figures }]
  }
}
