/**
 * Changes since a device's cursor: rows, tombstones, and final verdicts of parked operations
 * (docs/sync-protocol.md, "Pull").
 */
import { and, eq, gt, lte, max, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DeviceTable, PullAnswer, View } from '#schema/contract/sync.ts'
import { businessVersion } from '#schema/database/business.ts'
import { tombstone } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { type Cursor, isWholeAt, type Position, wholeAt, writeCursor } from './cursor.ts'
import { deviceSources, selectRows, snapshotTables, type VersionedRow } from './device-rows.ts'
import { readEnds } from './parked-ends.ts'

export type Rows = PullAnswer['rows']
export type Part = Omit<PullAnswer, 'epoch' | 'view' | 'version' | 'checksum'>

/** The pulling account, the time, and the maximum number of rows. */
export interface Puller {
  actor: SignedIn
  now: Date
  rowsMax: number
  /**
   * The operations that the device holds as parked; null from earlier releases, which name none.
   */
  parked: string[] | null
}

/** Pull 4: changes walk all tables together by (version, id). */
export async function readChanges(
  tenant: Tenant,
  cursor: Extract<Cursor, { kind: 'changes' }>,
  { version, tables, hasTombstones }: News,
  puller: Puller,
): Promise<Part> {
  const { now, rowsMax } = puller
  const part: Part = {
    kind: 'changes',
    cursor: writeCursor(cursor),
    more: false,
    progress: null,
    rows: {},
    tombstones: [],
    verdicts: [],
  }
  if (isWholeAt(cursor.after, version)) {
    if (puller.parked) part.verdicts = await readEnds(tenant, puller, version, version)
    return part
  }

  const limit = rowsMax + 1
  const range = { order: 'oldest', after: cursor.after, upTo: version, limit, now } as const
  const [found, removed, verdicts] = await Promise.all([
    Promise.all(
      tables.map(async (name) =>
        (await selectRows(name, tenant, range)).map((row) => ({ name, row })),
      ),
    ),
    hasTombstones ? findTombstones(tenant, cursor.after.version, version) : [],
    readEnds(tenant, puller, cursor.after.version, version),
  ])
  const merged = found.flat().sort((a, b) => compare(a.row, b.row))
  // Pull 5: a page never ends between two rows of one position.
  const end = cutAt(
    merged.map(({ row }) => row),
    rowsMax,
  )
  const last = merged[end - 1]?.row
  part.more = end < merged.length
  const upTo = part.more && last ? last.version : version
  for (const name of tables) {
    const mine = merged.slice(0, end).filter((entry) => entry.name === name)
    const found = mine.map(({ row }) => row)
    put(part.rows, name, found, { view: cursor.view, now })
  }
  const next = part.more && last ? { version: last.version, id: last.id } : null
  part.cursor = writeCursor(
    next ? { kind: 'changes', view: cursor.view, after: next } : wholeAt(cursor.view, version),
  )
  part.tombstones = removed.filter((row) => row.version <= upTo).map(toGone)
  part.verdicts = verdicts.filter((verdict) => (verdict.version ?? 0) <= upTo)
  return part
}

export function put(
  rows: Rows,
  name: DeviceTable,
  found: VersionedRow[],
  { view, now }: { view: View; now: Date },
) {
  if (found.length === 0) return
  const { toRow } = deviceSources[name]
  const list = found.map((row) => ({
    ...toRow(row as never, view, now),
    version: row.version,
  }))
  Object.assign(rows, { [name]: [...(rows[name] ?? []), ...list] })
}

function compare(a: VersionedRow, b: VersionedRow): number {
  return a.version - b.version || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function cutAt(rows: VersionedRow[], limit: number): number {
  if (rows.length <= limit) return rows.length
  let end = limit
  const at = rows[end - 1] as Position
  while (end < rows.length && rows[end]?.version === at.version && rows[end]?.id === at.id) end += 1
  return end
}

function toGone({ tableName, id }: typeof tombstone.$inferSelect) {
  return { table: tableName, id }
}

async function findTombstones(tenant: Tenant, from: number, upTo: number) {
  return tenant.db
    .select()
    .from(tombstone)
    .where(
      and(
        eq(tombstone.businessId, tenant.businessId),
        gt(tombstone.version, from - 1),
        lte(tombstone.version, upTo),
      ),
    )
}

interface News {
  /** The business's version in this snapshot of the database. */
  version: number
  minCursor: number
  tables: readonly DeviceTable[]
  hasTombstones: boolean
}

/**
 * Finds the tables with changes after a device's position, in one statement: a change touches two
 * or three tables, and querying all others would cost more than the actual rows.
 */
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
