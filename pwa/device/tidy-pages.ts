/**
 * Keeps the log of pages short. After some 100 pages of changes, each table's changes are merged
 * into one run with each row once; when a table's runs outgrow half its size at its last full
 * rewrite, all of it is merged. Merged pages get higher numbers in the transaction that deletes the
 * old ones, so a tab at any position in the log reads the merged rows next and misses none.
 */
import type { AnyRow, DeviceDatabase, PullState, StoredPage } from '#pwa/device/device-database.ts'
import { appendPages, pagesBetween } from '#pwa/device/pages.ts'
import { type DeviceTable, tableNames } from '#schema/contract/sync.ts'

export const untidiedPagesMax = 96
const runsMin = 48

/** @returns the pull state before and after, or null if nothing was merged */
export function tidyPages(
  database: DeviceDatabase,
): PromiseLike<{ before: PullState; after: PullState } | null> {
  return database.transaction('rw', database.pages, database.meta, async () => {
    const state = (await database.meta.get('pull')) as PullState | undefined
    if (!state || state.version < 0 || state.fetching) return null
    if (state.pages - state.tidied <= untidiedPagesMax) return null
    const next = { ...state, wholePages: { ...state.wholePages } }
    for (const table of tableNames) await tidyTable(database, next, table)
    next.tidied = next.pages
    await database.meta.put(next)
    return { before: state, after: next }
  })
}

async function tidyTable(database: DeviceDatabase, state: PullState, table: DeviceTable) {
  const { generation, tidied } = state
  const before = await pagesBetween(database, { generation, table, from: 0, below: tidied }).count()
  const whole = state.wholePages[table] ?? 0
  const from = before > whole * 1.5 + runsMin ? 0 : tidied
  const range = pagesBetween(database, { generation, table, from, below: state.pages })
  const pages = await range.toArray()
  if (pages.length < 2) return
  await range.delete()
  const first = state.pages
  const merged = [{ table, ...mergePages(pages) }]
  const { next, written } = appendPages(database, generation, first, merged)
  await written
  state.pages = next
  if (from === 0) state.wholePages[table] = state.pages - first
}

/** Later pages override earlier ones. Tombstones stay: another tab may not have read them. */
export function mergePages(pages: readonly StoredPage[]): { rows: AnyRow[]; gone: string[] } {
  const rows = new Map<string, AnyRow>()
  const gone = new Set<string>()
  for (const page of pages) {
    for (const row of page.rows) {
      rows.set(row.id, row)
      gone.delete(row.id)
    }
    for (const id of page.gone) {
      rows.delete(id)
      gone.add(id)
    }
  }
  return { rows: [...rows.values()], gone: [...gone] }
}

/** Call in the transaction that completes a snapshot. */
export async function countWholePages(
  database: DeviceDatabase,
  generation: number,
  below: number,
): Promise<PullState['wholePages']> {
  const counts: PullState['wholePages'] = {}
  for (const table of tableNames) {
    counts[table] = await pagesBetween(database, { generation, table, from: 0, below }).count()
  }
  return counts
}
