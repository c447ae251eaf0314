/**
 * The newest customers on a separate page next to the log: a start shows them before it has read
 * the others. The page is as of position `at`, so applying the pages from there on brings it up to
 * date after any change, removal or merge. It is deleted with its generation.
 */
import type { AnyRow, DeviceDatabase, PageKey, StoredPage } from '#pwa/device/device-database.ts'
import { pagesBetween } from '#pwa/device/pages.ts'

/** More than a screen shows at first, because some of them may have been removed since. */
export const newestRows = 60

const keyIn = (generation: number): PageKey => [generation, 'customer', -1]

/**
 * Call inside a transaction.
 * @returns the page and the pages stored since, in order; or none
 */
export async function readNewest(
  database: DeviceDatabase,
  { generation, pages: below }: { generation: number; pages: number },
): Promise<StoredPage[]> {
  const newest = await database.pages.get(keyIn(generation))
  if (newest?.at === undefined) return []
  const range = { generation, table: 'customer' as const, from: newest.at, below }
  return [newest, ...(await pagesBetween(database, range).toArray())]
}

/**
 * Call inside a transaction.
 * @param at the rows include the pages below it
 */
export async function writeNewest(
  database: DeviceDatabase,
  { generation, pages: at }: { generation: number; pages: number },
  rows: AnyRow[],
): Promise<void> {
  await database.pages.put({ rows, gone: [], at }, keyIn(generation))
}
