/** Changes to a browser's disk that the app did not make. */
import type {
  AnyRow,
  DeviceDatabase,
  OutboxRow,
  PageKey,
  StoredPage,
} from '#pwa/device/device-database.ts'
import type { DeviceRow } from '#schema/contract/sync.ts'

/** Rows that a device compares with the server's after the time of its last comparison. */
export interface Damaged {
  generation: number
  checkedAt: string | undefined
}

/** Clears everything, as when a person clears the site's data while its windows are open. */
export async function clearDisk(database: DeviceDatabase): Promise<void> {
  await database.transaction('rw', database.tables, async () => {
    for (const table of database.tables) await table.clear()
  })
}

/** Loses a row that was never sent. @returns it, or undefined if there is none */
export async function loseRow(
  { outbox }: DeviceDatabase,
  which: number,
  arrived: ReadonlySet<string>,
): Promise<OutboxRow | undefined> {
  const waiting = await outbox.filter(({ status }) => status === 'waiting').toArray()
  const unsent = waiting.filter(({ operationId }) => !arrived.has(operationId))
  const row = unsent[which % Math.max(1, unsent.length)]
  if (row) await outbox.delete(row.place)
  return row
}

/**
 * Loses a row of the newest page of some table, so that an older row shows instead, or none.
 * @returns the rows that are damaged, or null
 */
export async function damagePage(database: DeviceDatabase, which: number): Promise<Damaged | null> {
  const state = await database.meta.get('pull')
  if (state?.key !== 'pull' || state.version < 0 || state.fetching) return null
  const newest = new Map<string, { key: PageKey; page: StoredPage }>()
  await database.pages.each((page, { primaryKey: key }) => {
    const [generation, table, number] = key
    const isShown = generation === state.generation && number >= 0 && number < state.pages
    if (isShown && number > (newest.get(table)?.key[2] ?? -1)) newest.set(table, { key, page })
  })
  const damageable = [...newest.values()].filter(({ page }) => page.rows.some(isCompared))
  const { key, page } = damageable[which % Math.max(1, damageable.length)] ?? {}
  if (!key || !page) return null
  const lost = page.rows.find(isCompared)
  await database.pages.put({ ...page, rows: page.rows.filter((row) => row !== lost) }, key as never)
  const { generation, checkedAt } = state
  return { generation, checkedAt }
}

/** No device has to hold a coupon that can no longer be used. */
function isCompared(row: AnyRow): boolean {
  const { usedAt, voidedAt } = row as Partial<DeviceRow<'coupon'>>
  return !usedAt && !voidedAt
}
