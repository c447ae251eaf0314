/**
 * The pages of one table on their way into memory at a start, not in their order: the first ones,
 * then the others from the last one down. A row is that of the last page that has it, as when each
 * page is laid over those before it.
 */
import type { AnyRow, StoredPage } from '#pwa/device/device-database.ts'
import type { RecordStore } from '#pwa/sync/record-store.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export class TableLoad {
  readonly #records: RecordStore
  readonly #table: DeviceTable
  /** Of the first pages: every other page is laid over them. */
  readonly #replaceable = new Set<string>()
  readonly #gone = new Set<string>()

  constructor(records: RecordStore, table: DeviceTable) {
    this.#records = records
    this.#table = table
  }

  putFirst(pages: readonly StoredPage[]): void {
    for (const { rows, gone } of pages) {
      this.#records.lay({ table: this.#table, rows, gone })
      for (const { id } of rows) this.#replaceable.add(id)
      for (const id of gone) this.#replaceable.delete(id)
    }
  }

  /** The ones before those that were put before, in their order. */
  putBelow(pages: readonly StoredPage[]): void {
    for (const page of [...pages].reverse()) {
      const gone = page.gone.filter((id) => this.#replaceable.delete(id))
      for (const id of page.gone) this.#gone.add(id)
      const rows = page.rows.filter((row) => this.#isNew(row))
      this.#records.lay({ table: this.#table, rows: rows.reverse(), gone })
    }
  }

  #isNew({ id }: AnyRow): boolean {
    if (this.#replaceable.delete(id)) return true
    return !this.#gone.has(id) && this.#records.get(this.#table, id) === undefined
  }
}
