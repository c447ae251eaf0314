/**
 * Everything a device holds, table by table, in as many answers as needed, as of the version of the
 * first one (docs/sync-protocol.md, "Pull").
 */
import { limits } from '#schema/contract/limits.ts'
import type { DeviceTable, View } from '#schema/contract/sync.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { countCustomers } from '#sync-server/loyalty/business-counts.ts'
import { type Part, type Puller, put, type Rows } from './changes.ts'
import { type Cursor, wholeAt, writeCursor } from './cursor.ts'
import { selectRows, snapshotTables } from './device-rows.ts'
import { readEnds } from './parked-ends.ts'

export async function startSnapshot(
  tenant: Tenant,
  view: View,
  at: number,
): Promise<Extract<Cursor, { kind: 'snapshot' }>> {
  const total = Math.min(await countCustomers(tenant), limits.deviceCustomers)
  return { kind: 'snapshot', view, at, table: 0, after: null, rows: 0, total }
}

/** Pull 3: a snapshot walks table by table, newest first, at the version where it began. */
export async function readSnapshot(
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
