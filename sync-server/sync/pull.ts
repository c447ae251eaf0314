/**
 * Pull: what a device of the business does not have yet. Steps are those of
 * docs/sync-protocol.md, "Pull". Each answer is read in one snapshot of the database and bounded
 * by the version in it, so that nothing is missed while others write.
 */
import { and, count, eq, gt, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import type { DeviceTable, PullAnswer, Verdict, View } from '#schema/contract/sync.ts'
import { customer } from '#schema/database/customer.ts'
import { appliedOperation, tombstone } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { toVerdict } from '#sync-server/engine/stored-operation.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import {
  type Cursor,
  firstId,
  isWholeAt,
  type Position,
  readCursor,
  wholeAt,
  writeCursor,
} from './cursor.ts'
import { deviceSources, selectRows, snapshotTables, type VersionedRow } from './device-rows.ts'
import { type News, readNews } from './news.ts'

type Rows = PullAnswer['rows']

export async function pull(
  asked: { cursor?: string | undefined; rows?: number | undefined },
  actor: SignedIn,
  server: Server,
): Promise<PullAnswer> {
  const { businessId } = actor
  if (businessId === null || actor.role === 'super_admin') refuse('not_allowed')
  // Pull 1: the view follows from the role as it is now.
  const view: View = mayDo(actor, 'customer.seeContact', businessId) ? 'owner' : 'staff'
  const cursor = asked.cursor ? readCursor(asked.cursor) : null
  const rowsMax = asked.rows ?? limits.pullRows
  if (cursor && cursor.view !== view) refuse('must_refetch')
  const now = server.clock.now()

  return server.doors.tenantSnapshot(businessId, async (tenant) => {
    // Pull 2: the version of this snapshot bounds everything that is read in it.
    const news = await readNews(tenant, positionOf(cursor))
    const { version, minCursor } = news
    const base = { epoch: server.epoch, view, version }
    if (cursor && positionOf(cursor).version < minCursor) refuse('must_refetch')
    // The device knows more than the server: a back-up was restored.
    if (cursor && positionOf(cursor).version > version) refuse('must_refetch')
    if (cursor?.kind === 'changes') {
      return { ...base, ...(await readChanges(tenant, cursor, news, actor, now, rowsMax)) }
    }
    const start = cursor ?? (await startSnapshot(tenant, view, version))
    // What changed since the snapshot began comes after it, so it is no newer than its beginning.
    return {
      ...base,
      version: start.at,
      ...(await readSnapshot(tenant, start, actor, now, rowsMax)),
    }
  })
}

function positionOf(cursor: Cursor | null): Position {
  if (cursor?.kind === 'changes') return cursor.after
  return { version: cursor?.at ?? 0, id: firstId }
}

type Part = Omit<PullAnswer, 'epoch' | 'view' | 'version'>

async function startSnapshot(
  tenant: Tenant,
  view: View,
  at: number,
): Promise<Extract<Cursor, { kind: 'snapshot' }>> {
  const [counted] = await tenant.db
    .select({ rows: count() })
    .from(customer)
    .where(and(eq(customer.businessId, tenant.businessId), isNull(customer.erasedAt)))
  const total = Math.min(counted?.rows ?? 0, limits.deviceCustomers)
  return { kind: 'snapshot', view, at, table: 0, after: null, rows: 0, total }
}

/** Pull 3: a snapshot walks table by table, newest first, at the version it began with. */
async function readSnapshot(
  tenant: Tenant,
  start: Extract<Cursor, { kind: 'snapshot' }>,
  actor: SignedIn,
  now: Date,
  rowsMax: number,
): Promise<Part> {
  const rows: Rows = {}
  let room = rowsMax
  let { table, after, rows: sent } = start
  while (table < snapshotTables.length && room > 0) {
    const name = snapshotTables[table] as DeviceTable
    const isCustomer = name === 'customer'
    const limit = isCustomer ? Math.min(room, limits.deviceCustomers - sent) : room
    const found = await selectRows(name, tenant, {
      order: 'newest',
      after,
      upTo: start.at,
      limit,
      now,
    })
    put(rows, name, found, start.view, now)
    room -= found.length
    if (isCustomer) sent += found.length
    const last = found.at(-1)
    const done = found.length < limit || (isCustomer && sent >= limits.deviceCustomers)
    if (done) table += 1
    after = done || !last ? null : { version: last.version, id: last.id }
  }
  const more = table < snapshotTables.length
  const next: Cursor = more ? { ...start, table, after, rows: sent } : wholeAt(start.view, start.at)
  return {
    kind: 'snapshot',
    cursor: writeCursor(next),
    more,
    progress: { rows: sent, total: start.total },
    rows,
    tombstones: [],
    // Pull 6: final verdicts that an older cursor would have brought.
    verdicts: more ? [] : await finalVerdicts(tenant, actor, 0, start.at),
  }
}

/** Pull 4: changes walk all tables together by (version, id). */
async function readChanges(
  tenant: Tenant,
  cursor: Extract<Cursor, { kind: 'changes' }>,
  { version, tables, hasTombstones }: News,
  actor: SignedIn,
  now: Date,
  rowsMax: number,
): Promise<Part> {
  const part: Part = {
    kind: 'changes',
    cursor: writeCursor(cursor),
    more: false,
    progress: null,
    rows: {},
    tombstones: [],
    verdicts: [],
  }
  if (isWholeAt(cursor.after, version)) return part

  const limit = rowsMax + 1
  const range = { order: 'oldest', after: cursor.after, upTo: version, limit, now } as const
  const [found, removed, verdicts] = await Promise.all([
    Promise.all(
      tables.map(async (name) =>
        (await selectRows(name, tenant, range)).map((row) => ({ name, row })),
      ),
    ),
    hasTombstones ? findTombstones(tenant, cursor.after.version, version) : [],
    finalVerdicts(tenant, actor, cursor.after.version, version),
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
    put(
      part.rows,
      name,
      mine.map(({ row }) => row),
      cursor.view,
      now,
    )
  }
  const next = part.more && last ? { version: last.version, id: last.id } : null
  part.cursor = writeCursor(
    next ? { kind: 'changes', view: cursor.view, after: next } : wholeAt(cursor.view, version),
  )
  part.tombstones = removed
    .filter((row) => row.version <= upTo)
    .map(({ tableName, id }) => ({ table: tableName, id }))
  part.verdicts = verdicts.filter((verdict) => (verdict.version ?? 0) <= upTo)
  return part
}

function put(rows: Rows, name: DeviceTable, found: VersionedRow[], view: View, now: Date) {
  if (found.length === 0) return
  const { toRow } = deviceSources[name]
  const list = found.map((row) => toRow(row as never, view, now))
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

/**
 * Verdicts that came later than the push: of what had been parked. All of them, however many: the
 * device's cursor moves past their versions.
 */
async function finalVerdicts(
  tenant: Tenant,
  actor: SignedIn,
  from: number,
  upTo: number,
): Promise<Verdict[]> {
  const rows = await tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.accountId, actor.accountId),
        isNotNull(appliedOperation.outboxId),
        ne(appliedOperation.settledAt, appliedOperation.receivedAt),
        gt(appliedOperation.version, from - 1),
        lte(appliedOperation.version, upTo),
      ),
    )
  return rows.map(toVerdict)
}
