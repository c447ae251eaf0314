/**
 * Every six hours a device compares its rows with the server's rows at the same version
 * (docs/sync-protocol.md, "Checksum"). If a table differs, it fetches everything again in the
 * background; the screen shows nothing of it, but the server logs it.
 */
import type { AnyRow, DeviceDatabase, PullState } from '#pwa/device/device-database.ts'
import { readPages } from '#pwa/device/pages.ts'
import { mergePages } from '#pwa/device/tidy-pages.ts'
import { isSamePlace } from '#pwa/sync/store-pull.ts'
import { sumRows } from '#schema/contract/checksum.ts'
import {
  type Checksum,
  type DeviceRow,
  type DeviceTable,
  tableNames,
} from '#schema/contract/sync.ts'
import { hourMs } from '#schema/contract/time-spans.ts'

const checkEveryMs = 6 * hourMs

export function isCheckDue({ checkedAt, fetching, version }: PullState, now: number): boolean {
  if (fetching || version < 0) return false
  return Math.abs(now - Date.parse(checkedAt ?? '1970-01-01')) > checkEveryMs
}

export interface Damage {
  tables: DeviceTable[]
  /** The server has fewer rows: it was restored from a backup, and this is the only sign of it. */
  isForgotten: boolean
}

/** @returns no tables if another tab changed the pull state in between */
export async function findDamage(
  database: DeviceDatabase,
  at: PullState,
  told: Checksum,
): Promise<Damage> {
  const { pages, meta } = database
  return database.transaction('r', pages, meta, async () => {
    const damage: Damage = { tables: [], isForgotten: false }
    const state = (await meta.get('pull')) as PullState | undefined
    if (!state || !isSamePlace(state, at)) return damage
    for (const table of tableNames) {
      const theirs = told.tables[table]
      const ours = theirs && sumRows(table, await readRows(database, state, table), told.since)
      if (!ours || (ours.count === theirs.count && ours.sum === theirs.sum)) continue
      damage.tables.push(table)
      damage.isForgotten ||= ours.count > theirs.count
    }
    return damage
  })
}

async function readRows(
  database: DeviceDatabase,
  { generation, pages }: PullState,
  table: DeviceTable,
): Promise<(AnyRow & DeviceRow<typeof table>)[]> {
  return mergePages(await readPages(database, { generation, table, from: 0, below: pages }))
    .rows as never
}
