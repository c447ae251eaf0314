/**
 * Keeps memory in step with the disk. Memory has a position (generation, pages, version);
 * `#catchUp` reads the position on disk, the pages in between and the outbox in one transaction and
 * shows them together, so a screen never sees an operation twice or not at all. `show` is the one
 * shortcut: it shows a pull's changes before they are stored if they directly follow the rows in
 * memory. If the write then fails, memory is read again. All methods run one at a time.
 */
import type { DatabaseDoor } from '#pwa/device/database-door.ts'
import type { DeviceDatabase, PullState } from '#pwa/device/device-database.ts'
import { newestRows, readNewest, writeNewest } from '#pwa/device/newest-page.ts'
import { changesOf, isNews, readPages, type TableChange } from '#pwa/device/pages.ts'
import { takeTurns } from '#pwa/queue/take-turns.ts'
import { type OutboxMirror, readOutbox } from '#pwa/records/outbox-mirror.ts'
import { isOverlaid } from '#pwa/records/outbox-row.ts'
import { RecordStore } from '#pwa/records/record-store.ts'
import {
  isSamePosition,
  type Position,
  shownBy,
  shownPosition,
} from '#pwa/records/shown-position.ts'
import { type DeviceTable, type PullAnswer, tableNames } from '#schema/contract/sync.ts'

/** The tables that the counter needs come first, history last. */
const loadOrder: readonly DeviceTable[] = [
  'business',
  'reward',
  'qrCode',
  'memberJoin',
  'customer',
  'coupon',
  'purchase',
  'pointsEntry',
]
const nowhere: Position = { generation: -1, pages: 0, version: -1 }
/** Pages read and indexed before other work on the page gets a turn. */
const pagesAtOnce = 8
/** Saves the newest customers again after this many pages, for the next start. */
const newestEveryPages = 32

export class RecordLoader {
  readonly #door: DatabaseDoor
  readonly #records: RecordStore
  readonly #mirror: OutboxMirror
  readonly #inTurn = takeTurns()
  #position: Position = nowhere
  /** The position at which the newest customers were last saved. */
  #newest = nowhere

  constructor(door: DatabaseDoor, records: RecordStore, mirror: OutboxMirror) {
    this.#door = door
    this.#records = records
    this.#mirror = mirror
  }

  /** The version of the rows in memory; -1 until the first sync is complete. */
  get version(): number {
    return this.#position.version
  }

  /** Reads every table and shows each when it is read, the newest customers first. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = await this.#door.within(shownPosition)
      await this.#readOutbox(wanted)
      await this.#door.within((database) =>
        database.transaction('r', database.pages, async () => {
          await this.#showNewest(database, wanted)
          for (const table of loadOrder) await this.#loadTable(database, wanted, table)
        }),
      )
      this.#position = wanted
      await this.#catchUp()
    })
  }

  /** Skipped if operations are pending: their overlay needs all rows. */
  async #showNewest(database: DeviceDatabase, wanted: Position) {
    if (this.#mirror.rows().some(isOverlaid)) return
    const pages = await readNewest(database, wanted)
    const at = pages[0]?.at
    if (at === undefined) return
    this.#newest = { ...wanted, pages: at }
    const newest = new RecordStore()
    newest.apply(pages.map((page) => ({ table: 'customer', ...page })))
    this.#records.adopt('customer', newest, { isWhole: false })
  }

  /** Reads into a separate store: a page that a later one overrides must not be shown. */
  async #loadTable(database: DeviceDatabase, wanted: Position, table: DeviceTable) {
    const read = new RecordStore()
    for (let at = 0; at < wanted.pages; at += pagesAtOnce) {
      const below = Math.min(at + pagesAtOnce, wanted.pages)
      const pages = await readPages(database, {
        generation: wanted.generation,
        table,
        from: at,
        below,
      })
      read.apply(pages.map((page) => ({ table, ...page })))
    }
    this.#records.adopt(table, read, { isWhole: true })
  }

  /**
   * Call after a pull: lets the next start show the newest customers before it has read the others.
   */
  keepNewest(): Promise<void> {
    return this.#inTurn(async () => {
      const here = this.#position
      const isNear =
        here.generation === this.#newest.generation &&
        here.pages - this.#newest.pages < newestEveryPages
      if (here.version < 0 || isNear) return
      const rows = this.#records.searchCustomers('', newestRows)
      await this.#door.within((database) =>
        database.transaction('rw', database.pages, database.meta, async () => {
          const { generation } = await shownPosition(database)
          if (generation === here.generation) await writeNewest(database, here, rows)
        }),
      )
      this.#newest = here
    })
  }

  async #readOutbox({ version }: Position) {
    const { rows, aliases } = await this.#door.within((database) =>
      database.transaction('r', database.outbox, database.journal, database.meta, async () =>
        readOutbox(database, version),
      ),
    )
    this.#mirror.replaceAll(rows, aliases)
  }

  /** For when another tab changed the outbox. */
  refreshOutbox(): Promise<void> {
    return this.#inTurn(() => this.#readOutbox(this.#position))
  }

  /** For when another tab pulled, or an answer came in parts: reads the pages that memory lacks. */
  catchUp(): Promise<void> {
    return this.#inTurn(() => this.#catchUp())
  }

  async #catchUp() {
    const found = await this.#door.within((database) => {
      const { pages, meta, outbox, journal } = database
      return database.transaction('r', pages, meta, outbox, journal, async () => {
        const wanted = await shownPosition(database)
        const here = this.#position
        if (isSamePosition(wanted, here)) return null
        const goesOn = wanted.generation === here.generation && wanted.pages >= here.pages
        const changes: TableChange[] = []
        for (const table of tableNames) {
          const from = goesOn ? here.pages : 0
          const read = await readPages(database, {
            generation: wanted.generation,
            table,
            from,
            below: wanted.pages,
          })
          changes.push(...read.map((page) => ({ table, ...page })))
        }
        return { wanted, goesOn, changes, outbox: await readOutbox(database, wanted.version) }
      })
    })
    if (!found) return
    this.#position = found.wanted
    if (found.goesOn) this.#records.apply(found.changes)
    else this.#records.replaceAll(found.changes)
    this.#mirror.replaceAll(found.outbox.rows, found.outbox.aliases)
  }

  /**
   * Shows and stores this tab's own pull. Changes that directly follow the rows in memory are shown
   * before they are written to disk. If the write fails, or another tab was faster, memory is read
   * again from disk.
   * @param store returns null if another tab stored something since this one asked
   */
  show<Stored extends { after: PullState }>(
    pulled: { before: PullState; answer: PullAnswer },
    store: () => Promise<Stored | null>,
  ): Promise<Stored | null> {
    return this.#inTurn(async () => {
      const isAhead = this.#follows(pulled)
      if (isAhead) {
        this.#records.apply(changesOf(pulled.answer))
        this.#mirror.settle(pulled.answer.version)
      }
      const stored = await store().catch(async (error: unknown) => {
        if (isAhead) await this.#readAgain().catch(() => undefined)
        throw error
      })
      const at = stored && shownBy(stored.after)
      if (at && isAhead) this.#stand(at)
      else if (isAhead) await this.#readAgain()
      else if (!at || !isSamePosition(at, this.#position)) await this.#catchUp()
      return stored
    })
  }

  #follows({ before, answer }: { before: PullState; answer: PullAnswer }): boolean {
    if (answer.kind !== 'changes' || answer.more || before.fetching !== null) return false
    return isNews(answer) && isSamePosition(shownBy(before), this.#position)
  }

  /** Verdicts stored with this answer may be about rows that are shown already. */
  #stand(at: Position) {
    this.#position = at
    this.#mirror.settle(at.version)
  }

  /** For when the rows on disk may belong to another database: its generations start again. */
  readAgain(): Promise<void> {
    return this.#inTurn(() => this.#readAgain())
  }

  async #readAgain() {
    this.#position = nowhere
    await this.#catchUp()
  }

  /** For when this tab merged pages whose rows are already in memory. */
  skipTo(merged: { before: PullState; after: PullState }): Promise<void> {
    return this.#inTurn(async () => {
      if (isSamePosition(shownBy(merged.before), this.#position))
        this.#position = shownBy(merged.after)
    })
  }

  /** Drops acknowledged operations whose versions are shown already. */
  settleShown(): void {
    this.#mirror.settle(this.#position.version)
  }
}
