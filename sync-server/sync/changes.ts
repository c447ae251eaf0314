/**
 * Changes since a device's cursor: rows, tombstones, and final verdicts of parked operations
 * (docs/sync-protocol.md, "Pull").
 */
import { and, eq, gt, lte } from 'drizzle-orm'
import type { DeviceTable, PullAnswer, View } from '#schema/contract/sync.ts'
import { tombstone } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { type Cursor, isWholeAt, type Position, wholeAt, writeCursor } from './cursor.ts'
import { deviceSources, selectRows, type VersionedRow } from './device-rows.ts'
import type { News } from './news.ts'
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
