/**
 * The server's rows on disk, as a log of pages of 500 objects: a pull appends the changed rows and
 * rewrites nothing. Measured in Chromium, strict, 50,000 customers written and read back: objects
 * 40 + 48 ms, JSON text 39 + 45, UTF-8 52 + 54, columns 49 + 68. A hundred changed rows: 0.8 ms
 * appended, 56 ms if the pages they touch are rewritten; one row: 0.6 and 1.2 ms.
 */
import type { IndexableTypeArrayReadonly } from 'dexie'
import type { AnyRow, DeviceDatabase, PageKey, StoredPage } from '#pwa/device/device-database.ts'
import { type DeviceTable, type PullAnswer, tableNames } from '#schema/contract/sync.ts'

export const pageRows = 500

export interface TableChange {
  table: DeviceTable
  rows: AnyRow[]
  gone: string[]
}

/** The changes in an answer, table by table; tables unknown to this version are left out. */
export function changesOf(answer: Pick<PullAnswer, 'rows' | 'tombstones'>): TableChange[] {
  return tableNames
    .map((table) => ({
      table,
      rows: answer.rows[table] ?? [],
      gone: answer.tombstones.filter((each) => each.table === table).map((each) => each.id),
    }))
    .filter((change) => change.rows.length > 0 || change.gone.length > 0)
}

/** Whether an answer brings anything: a snapshot, rows, tombstones or verdicts. */
export function isNews(answer: PullAnswer): boolean {
  return (
    answer.kind === 'snapshot' ||
    Object.values(answer.rows).some((rows) => (rows?.length ?? 0) > 0) ||
    answer.tombstones.length > 0 ||
    answer.verdicts.length > 0
  )
}

/**
 * Call inside a transaction.
 * @returns the number for the page after the last one, known before it is `written`
 */
export function appendPages(
  database: DeviceDatabase,
  generation: number,
  firstNumber: number,
  changes: readonly TableChange[],
): { next: number; written: PromiseLike<unknown> } {
  const keys: PageKey[] = []
  const pages: StoredPage[] = []
  for (const { table, rows, gone } of changes) {
    for (let at = 0; at === 0 || at < rows.length; at += pageRows) {
      keys.push([generation, table, firstNumber + pages.length])
      pages.push({
        rows: rows.slice(at, at + pageRows),
        gone: at + pageRows >= rows.length ? gone : [],
      })
    }
  }
  const written =
    pages.length > 0
      ? database.pages.bulkPut(pages, keys as unknown as IndexableTypeArrayReadonly)
      : Promise.resolve()
  return { next: firstNumber + pages.length, written }
}

export interface PageRange {
  generation: number
  table: DeviceTable
  from: number
  below: number
}

/** Pages of a table, each overriding those before it. */
export function readPages(database: DeviceDatabase, range: PageRange): Promise<StoredPage[]> {
  return pagesBetween(database, range).toArray()
}

export function pagesBetween(
  database: DeviceDatabase,
  { generation, table, from, below }: PageRange,
) {
  return database.pages
    .where(':id')
    .between([generation, table, from], [generation, table, below], true, false)
}

/** Deletes every generation except the given ones. */
export async function deleteGenerations(
  database: DeviceDatabase,
  keep: readonly number[],
): Promise<void> {
  const bounds = [-1, ...keep, Number.MAX_SAFE_INTEGER].sort((one, other) => one - other)
  for (const [index, after] of bounds.entries()) {
    const before = bounds[index + 1]
    if (before === undefined || before - after < 2) continue
    await database.pages
      .where(':id')
      .between([after + 1], [before], true, false)
      .delete()
  }
}
