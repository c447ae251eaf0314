/**
 * The business's rows in memory, pure: what the server last said, nothing laid over it. Each table
 * is a map by id with a version that grows with every change, so that a screen asks again only for
 * what was touched. Built from the pages at start, changed by pulls, never written by screens.
 */

import type { AnyRow } from '#pwa/device/device-database.ts'
import type { TableChange } from '#pwa/device/pages.ts'
import { MemberRows } from '#pwa/sync/member-rows.ts'
import { SearchIndex } from '#pwa/sync/search-index.ts'
import type { HeldCoupon } from '#schema/contract/coupon.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { PointsEntry, Purchase } from '#schema/contract/points.ts'
import { type DeviceRow, type DeviceTable, tableNames } from '#schema/contract/sync.ts'

type Tables = Record<DeviceTable, Map<string, AnyRow>>

const emptyTables = () =>
  Object.fromEntries(tableNames.map((table) => [table, new Map()])) as unknown as Tables

export class RecordStore {
  #tables = emptyTables()
  #customers = new SearchIndex()
  #coupons = new MemberRows<HeldCoupon>()
  #purchases = new MemberRows<Purchase>()
  #pointsEntries = new MemberRows<PointsEntry>()
  #couponsByDigest = new Map<string, HeldCoupon>()
  #versions = new Map<DeviceTable, number>()
  #loaded = new Set<DeviceTable>()
  #listeners = new Set<(touched: ReadonlySet<DeviceTable>) => void>()

  get<Table extends DeviceTable>(table: Table, id: string): DeviceRow<Table> | undefined {
    return this.#tables[table].get(id) as DeviceRow<Table> | undefined
  }

  rows<Table extends DeviceTable>(table: Table): IterableIterator<DeviceRow<Table>> {
    return this.#tables[table].values() as IterableIterator<DeviceRow<Table>>
  }

  count(table: DeviceTable): number {
    return this.#tables[table].size
  }

  /** Whether all that the disk has of this table is here. */
  isLoaded(table: DeviceTable): boolean {
    return this.#loaded.has(table)
  }

  /**
   * Takes over a table that was read apart: for a screen, all of it changes at once.
   * @param isWhole that is all the disk has of it
   */
  adopt(table: DeviceTable, read: RecordStore, { isWhole }: { isWhole: boolean }): void {
    if (isWhole) this.#loaded.add(table)
    this.#tables[table] = read.#tables[table]
    if (table === 'customer') this.#customers = read.#customers
    else if (table === 'purchase') this.#purchases = read.#purchases
    else if (table === 'pointsEntry') this.#pointsEntries = read.#pointsEntries
    else if (table === 'coupon') {
      this.#coupons = read.#coupons
      this.#couponsByDigest = read.#couponsByDigest
    }
    this.#tell(new Set([table]))
  }

  version(table: DeviceTable): number {
    return this.#versions.get(table) ?? 0
  }

  /** Newest first; all words must match beginnings of theirs. */
  searchCustomers(query: string, limit: number): Customer[] {
    return this.#customers.search(query, limit)
  }

  couponsOf(memberId: string): readonly HeldCoupon[] {
    return this.#coupons.of(memberId)
  }

  purchasesOf(memberId: string): readonly Purchase[] {
    return this.#purchases.of(memberId)
  }

  pointsEntriesOf(memberId: string): readonly PointsEntry[] {
    return this.#pointsEntries.of(memberId)
  }

  /** @param digest of business and code, see `couponDigest` */
  couponByDigest(digest: string): HeldCoupon | undefined {
    return this.#couponsByDigest.get(digest)
  }

  /** Lays changes over the rows and tells the listeners once. */
  apply(changes: readonly TableChange[]): void {
    for (const { table, rows, gone } of changes) {
      for (const row of rows) this.#put(table, row)
      for (const id of gone) this.#remove(table, id)
    }
    this.#tell(new Set(changes.map((change) => change.table)))
  }

  /** Another generation takes the place of all rows at once. */
  replaceAll(changes: readonly TableChange[]): void {
    this.#tables = emptyTables()
    this.#customers = new SearchIndex()
    this.#coupons = new MemberRows()
    this.#purchases = new MemberRows()
    this.#pointsEntries = new MemberRows()
    this.#couponsByDigest = new Map()
    for (const { table, rows, gone } of changes) {
      for (const row of rows) this.#put(table, row)
      for (const id of gone) this.#remove(table, id)
    }
    this.#tell(new Set(tableNames))
  }

  get isIndexed(): boolean {
    return this.#customers.isBuilt
  }

  /** Spends about so long on the search buckets. @returns whether they are complete */
  buildIndex(budgetMs: number): boolean {
    return this.#customers.build(budgetMs)
  }

  /** @returns how to stop listening */
  subscribe(listener: (touched: ReadonlySet<DeviceTable>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #put(table: DeviceTable, row: AnyRow) {
    const before = this.#tables[table].get(row.id)
    this.#tables[table].set(row.id, row)
    if (table === 'customer') this.#customers.put(row as Customer)
    else if (table === 'purchase') this.#purchases.put(row as Purchase, before as Purchase)
    else if (table === 'pointsEntry')
      this.#pointsEntries.put(row as PointsEntry, before as PointsEntry)
    else if (table === 'coupon') {
      this.#coupons.put(row as HeldCoupon, before as HeldCoupon)
      this.#couponsByDigest.set((row as HeldCoupon).codeDigest, row as HeldCoupon)
    }
  }

  #remove(table: DeviceTable, id: string) {
    const before = this.#tables[table].get(id)
    if (!before) return
    this.#tables[table].delete(id)
    if (table === 'customer') this.#customers.remove(id)
    else if (table === 'purchase') this.#purchases.remove(before as Purchase)
    else if (table === 'pointsEntry') this.#pointsEntries.remove(before as PointsEntry)
    else if (table === 'coupon') {
      this.#coupons.remove(before as HeldCoupon)
      this.#couponsByDigest.delete((before as HeldCoupon).codeDigest)
    }
  }

  #tell(touched: ReadonlySet<DeviceTable>) {
    if (touched.size === 0) return
    for (const table of touched) this.#versions.set(table, this.version(table) + 1)
    for (const listener of [...this.#listeners]) listener(touched)
  }
}
