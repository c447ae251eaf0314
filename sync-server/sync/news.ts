/**
 * What there is behind a device's position, asked in one statement: a change touches two or three
 * tables, and to ask each of the others costs more than the rows that are there.
 */
import { and, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { businessVersion } from '#schema/database/business.ts'
import { appliedOperation, tombstone } from '#schema/database/operation.ts'
import type { SignedIn } from '#sync-server/actor.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { refuse } from '#sync-server/refuse.ts'
import type { Position } from './cursor.ts'
import { behind, deviceSources, snapshotTables } from './device-rows.ts'

export interface News {
  /** Of the business, in this snapshot of the database. */
  version: number
  minCursor: number
  tables: readonly DeviceTable[]
  hasTombstones: boolean
  hasVerdicts: boolean
}

export async function readNews(tenant: Tenant, actor: SignedIn, after: Position): Promise<News> {
  const tables = snapshotTables.map((name) => {
    const { table, businessId, version, id } = deviceSources[name]
    const isNew = behind({ version, id }, after, 'oldest')
    return has(table, and(eq(businessId, tenant.businessId), isNew))
  })
  const [row] = await tenant.db
    .select({
      version: businessVersion.version,
      minCursor: businessVersion.minCursor,
      tables: sql<boolean[]>`array[${sql.join(tables, sql`, `)}]`,
      hasTombstones: has(tombstone, tombstonesFrom(tenant, after.version)),
      hasVerdicts: has(appliedOperation, verdictsFrom(tenant, actor, after.version)),
    })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, tenant.businessId))
  if (!row) return refuse('not_found')
  return { ...row, tables: snapshotTables.filter((_, index) => row.tables[index]) }
}

function has(table: PgTable, rows: SQL | undefined): SQL<boolean> {
  return sql`exists (select from ${table} where ${rows})`
}

/** Those of the position's own version as well: a page may have ended among them. */
export function tombstonesFrom(tenant: Tenant, version: number): SQL | undefined {
  return and(eq(tombstone.businessId, tenant.businessId), gt(tombstone.version, version - 1))
}

/** Verdicts that came later than the push: of what had been parked. */
export function verdictsFrom(tenant: Tenant, actor: SignedIn, version: number): SQL | undefined {
  return and(
    eq(appliedOperation.businessId, tenant.businessId),
    eq(appliedOperation.accountId, actor.accountId),
    isNotNull(appliedOperation.outboxId),
    ne(appliedOperation.settledAt, appliedOperation.receivedAt),
    gt(appliedOperation.version, version - 1),
  )
}
