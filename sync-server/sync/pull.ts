/**
 * Pull: rows that a business's device doesn't have yet. The steps are those of
 * docs/sync-protocol.md, "Pull". Each answer is read in one database snapshot and bounded by its
 * version, so concurrent writes are never missed.
 */
import { limits } from '#schema/contract/limits.ts'
import { mayDo } from '#schema/contract/permission.ts'
import type { DeviceTable, PullAnswer, View } from '#schema/contract/sync.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { countCustomers } from '#sync-server/loyalty/activity/business-counts.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { type Part, type Puller, put, type Rows, readChanges, readNews } from './changes.ts'
import { readChecksum } from './checksum.ts'
import { type Cursor, firstId, type Position, readCursor, wholeAt, writeCursor } from './cursor.ts'
import { selectRows, snapshotTables } from './device-rows.ts'
import { readEnds } from './parked-ends.ts'

interface Asked {
  cursor?: string | undefined
  rows?: number | undefined
  check?: 'true' | undefined
  refetch?: string | undefined
  parked?: string | undefined
}

export async function pull(
  asked: Asked,
  actor: SignedIn,
  server: EngineParts,
): Promise<PullAnswer> {
  const { businessId } = actor
  if (businessId === null || actor.role === 'super_admin') refuse('not_allowed')
  // Pull 1: the view depends on the current role.
  const view: View = mayDo(actor, 'customer.seeContact', businessId) ? 'owner' : 'staff'
  const cursor = asked.cursor ? readCursor(asked.cursor) : null
  const rowsMax = asked.rows ?? limits.pullRows
  if (cursor && cursor.view !== view) refuse('must_refetch')
  const now = server.clock.now()
  const parked = asked.parked === undefined ? null : readParked(asked.parked)
  const puller: Puller = { actor, now, rowsMax, parked }

  return server.doors.tenantSnapshot(businessId, async (tenant) => {
    // Pull 2: this snapshot's version bounds everything read in it.
    const news = await readNews(tenant, positionOf(cursor))
    const { version, minCursor } = news
    const base = { epoch: server.epoch, view, version, checksum: null }
    if (cursor && positionOf(cursor).version < minCursor) refuse('must_refetch')
    // The device is ahead of the server, so a backup was restored.
    if (cursor && positionOf(cursor).version > version) refuse('must_refetch')
    if (asked.refetch) {
      const { accountId } = actor
      server.log('sync.repair', { businessId, accountId, version, tables: asked.refetch })
      // Earlier releases ask for these tables alone.
      if (cursor) refuse('must_refetch')
    }
    if (cursor?.kind === 'changes') {
      const part = await readChanges(tenant, cursor, news, puller)
      const isAsked = asked.check === 'true' && !part.more
      const checksum = isAsked ? await readChecksum(tenant, version, now, server) : null
      return { ...base, ...part, checksum }
    }
    const start = cursor ?? (await startSnapshot(tenant, view, version))
    // Changes made since the snapshot began come later, so the answer is only as new as its
    // beginning.
    return {
      ...base,
      version: start.at,
      ...(await readSnapshot(tenant, start, puller)),
    }
  })
}

function readParked(text: string): string[] {
  return text === 'none' ? [] : text.split(',')
}

function positionOf(cursor: Cursor | null): Position {
  if (cursor?.kind === 'changes') return cursor.after
  return { version: cursor?.at ?? 0, id: firstId }
}

async function startSnapshot(
  tenant: Tenant,
  view: View,
  at: number,
): Promise<Extract<Cursor, { kind: 'snapshot' }>> {
  const total = Math.min(await countCustomers(tenant), limits.deviceCustomers)
  return { kind: 'snapshot', view, at, table: 0, after: null, rows: 0, total }
}

/**
 * Pull 3: a snapshot walks table by table, newest first, at the version where it began, in as many
 * answers as needed.
 */
async function readSnapshot(
  tenant: Tenant,
  start: Extract<Cursor, { kind: 'snapshot' }>,
  puller: Puller,
): Promise<Part> {
  const { now, rowsMax } = puller
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
    put(rows, name, found, { view: start.view, now })
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
    verdicts: more ? [] : await readEnds(tenant, puller, 0, start.at),
  }
}
