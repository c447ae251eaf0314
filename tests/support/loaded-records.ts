/** For tests only: records in memory as after a start that has loaded all of them. */
import type { TableChange } from '#pwa/device/pages.ts'
import { RecordStore } from '#pwa/records/record-store.ts'
import { tableNames } from '#schema/contract/sync.ts'

export function loadedRecords(changes: readonly TableChange[]): RecordStore {
  const read = new RecordStore()
  read.apply(changes)
  const records = new RecordStore()
  for (const table of tableNames) records.adopt(table, read, { isWhole: true })
  return records
}
