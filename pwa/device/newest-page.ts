/**
 * The newest customers, once more on a page of their own beside the log: a start shows them before it
 * has read everybody. It says what a tab knew that stood at `at`, so the pages from there on, laid
 * over it, make it true, whatever was changed, removed or merged since. It goes with its generation.
 */
import type { AnyRow, DeviceDatabase, PageKey, StoredPage } from '#pwa/device/device-database.ts'
import { pagesBetween } from '#pwa/device/pages.ts'

/** More than a screen shows at first, since some of them may be gone by then. */
export const newestRows = 60

const keyIn = (generation: number): PageKey => [generation, 'customer', -1]

/** Inside the caller's transaction. @returns the page and what was stored since, in order; or none */
export async function readNewest(
  database: DeviceDatabase,
  { generation, pages: below }: { generation: number; pages: number },
): Promise<StoredPage[]> {
  const newest = await database.pages.get(keyIn(generation))
  if (newest?.at === undefined) return []
  const range = { generation, table: 'customer' as const, from: newest.at, below }
  return [newest, ...(await pagesBetween(database, range).toArray())]
}

/** Inside the caller's transaction. @param at the rows are as of the pages below it */
export async function writeNewest(
  database: DeviceDatabase,
  { generation, pages: at }: { generation: number; pages: number },
  rows: AnyRow[],
): Promise<void> {
  await database.pages.put({ rows, gone: [], at }, keyIn(generation))
}
