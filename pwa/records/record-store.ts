/**
 * The business's rows in memory as the server last sent them, with no pending work on top. Each
 * table is a map by id with a version that grows with every change, so that a screen re-reads only
 * the tables that changed. Filled from the pages at start and updated by pulls; screens only read
 * it.
 */

import { createEmitter } from '#pwa/api/emitter.ts'
import type { AnyRow } from '#pwa/device/device-database.ts'
import type { TableChange } from '#pwa/device/pages.ts'
import { MemberRows } from '#pwa/records/member-rows.ts'
import { SearchIndex } from '#pwa/records/search-index.ts'
import type { HeldCoupon } from '#schema/contract/coupon.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { MemberJoin } from '#schema/contract/member-join.ts'
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
  #joins = new MemberRows<MemberJoin>()
  #couponsByDigest = new Map<string, HeldCoupon>()
  #versions = new Map<DeviceTable, number>()
  #loaded = new Set<DeviceTable>()
  readonly #changes = createEmitter<[ReadonlySet<DeviceTable>]>()

  get<Table extends DeviceTable>(table: Table, id: string): DeviceRow<Table> | undefined {
    return this.#tables[table].get(id) as DeviceRow<Table> | undefined
  }

  rows<Table extends DeviceTable>(table: Table): IterableIterator<DeviceRow<Table>> {
    return this.#tables[table].values() as IterableIterator<DeviceRow<Table>>
  }

  count(table: DeviceTable): number {
    return this.#tables[table].size
  }

  /** Whether all rows of this table on disk are in memory. */
  isLoaded(table: DeviceTable): boolean {
    return this.#loaded.has(table)
  }

  /**
   * Takes over a table that was read into another store, so that screens see all of it change at
   * once.
   * @param isWhole whether the disk has no more rows of it
   */
  adopt(table: DeviceTable, read: RecordStore, { isWhole }: { isWhole: boolean }): void {
    if (isWhole) this.#loaded.add(table)
    this.#tables[table] = read.#tables[table]
    if (table === 'customer') this.#customers = read.#customers
    else if (table === 'purchase') this.#purchases = read.#purchases
    else if (table === 'memberJoin') this.#joins = read.#joins
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

  /** Newest first; each query word must match the prefix of a word of the customer. */
  searchCustomers(query: string, limit: number): Customer[] {
    return this.#customers.search(query, limit)
  }

  /** Includes those of the members joined into this one, as do the other lists of a member. */
  couponsOf(memberId: string): readonly HeldCoupon[] {
    return this.#ofGroup(this.#coupons, memberId)
  }

  purchasesOf(memberId: string): readonly Purchase[] {
    return this.#ofGroup(this.#purchases, memberId)
  }

  pointsEntriesOf(memberId: string): readonly PointsEntry[] {
    return this.#ofGroup(this.#pointsEntries, memberId)
  }

  joinsOf(memberId: string): readonly MemberJoin[] {
    return this.#joins.of(memberId)
  }

  /** @returns the member whom this one was joined into, or the id itself */
  keptIdOf(memberId: string): string {
    return this.get('memberJoin', memberId)?.memberId ?? memberId
  }

  #ofGroup<Row extends { id: string; memberId: string }>(
    rows: MemberRows<Row>,
    memberId: string,
  ): readonly Row[] {
    const joins = this.#joins.of(memberId)
    if (joins.length === 0) return rows.of(memberId)
    return [memberId, ...joins.map(({ id }) => id)].flatMap((id) => rows.of(id))
  }

  /** @param digest of business and code, see `couponDigest` */
  couponByDigest(digest: string): HeldCoupon | undefined {
    return this.#couponsByDigest.get(digest)
  }

  /** Applies changes to the rows and notifies the listeners once. */
  apply(changes: readonly TableChange[]): void {
    for (const { table, rows, gone } of changes) {
      for (const row of rows) this.#put(table, row)
      for (const id of gone) this.#remove(table, id)
    }
    this.#tell(new Set(changes.map((change) => change.table)))
  }

  /** Replaces all rows at once with those of another generation. */
  replaceAll(changes: readonly TableChange[]): void {
    this.#tables = emptyTables()
    this.#customers = new SearchIndex()
    this.#coupons = new MemberRows()
    this.#purchases = new MemberRows()
    this.#pointsEntries = new MemberRows()
    this.#joins = new MemberRows()
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

  /**
   * Builds search buckets for about `budgetMs`.
   * @returns whether they are complete
   */
  buildIndex(budgetMs: number): boolean {
    return this.#customers.build(budgetMs)
  }

  /** @returns a function that stops listening */
  subscribe(listener: (touched: ReadonlySet<DeviceTable>) => void): () => void {
    return this.#changes.listen(listener)
  }

  #put(table: DeviceTable, row: AnyRow) {
    const before = this.#tables[table].get(row.id)
    this.#tables[table].set(row.id, row)
    if (table === 'customer') this.#customers.put(row as Customer)
    else if (table === 'memberJoin') this.#joins.put(row as MemberJoin, before as MemberJoin)
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
    else if (table === 'memberJoin') this.#joins.remove(before as MemberJoin)
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
    this.#changes.emit(touched)
  }
}
