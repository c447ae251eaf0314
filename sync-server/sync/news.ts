/**
 * Finds the tables with changes after a device's position, in one statement: a change touches two
 * or three tables, and querying all others would cost more than the actual rows.
 */
import { and, eq, max, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { businessVersion } from '#schema/database/business.ts'
import { tombstone } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { isWholeAt, type Position } from './cursor.ts'
import { deviceSources, snapshotTables } from './device-rows.ts'

export interface News {
  /** The business's version in this snapshot of the database. */
  version: number
  minCursor: number
  tables: readonly DeviceTable[]
  hasTombstones: boolean
}

export async function readNews(tenant: Tenant, after: Position): Promise<News> {
  const tables = snapshotTables.map((name) => latestIn(deviceSources[name], tenant))
  const [row] = await tenant.db
    .select({
      version: businessVersion.version,
      minCursor: businessVersion.minCursor,
      latest: sql<(number | null)[]>`jsonb_build_array(${sql.join(tables, sql`, `)})`,
      tombstone: latestIn({ table: tombstone, ...tombstone }, tenant),
    })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, tenant.businessId))
  if (!row) return refuse('not_found')
  const isNews = (latest: unknown) => latest !== null && !isWholeAt(after, Number(latest))
  return {
    version: row.version,
    minCursor: row.minCursor,
    tables: snapshotTables.filter((_, index) => isNews(row.latest[index])),
    // A page may have ended between tombstones of its version.
    hasTombstones: Number(row.tombstone ?? -1) >= after.version,
  }
}

interface Source {
  table: PgTable
  businessId: PgColumn
  version: PgColumn
  among?: SQL
}

/** Reads the end of an index. With `exists`, the planner would scan the table from its start. */
function latestIn({ table, businessId, version, among }: Source, tenant: Tenant): SQL<unknown> {
  const own = and(eq(businessId, tenant.businessId), among)
  return sql`(select ${max(version)} from ${table} where ${own})`
}
