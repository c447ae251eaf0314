/**
 * Brings the pages of the disk into memory: at the start, after a pull, and when another tab has
 * pulled. Rows and outbox are read in one transaction and shown in one turn, so a screen never sees
 * an operation twice or not at all.
 */
import type { DatabaseDoor } from '#pwa/device/database-door.ts'
import type { DeviceDatabase, PullState } from '#pwa/device/device-database.ts'
import { changesOf, readPages, type TableChange, tableNames } from '#pwa/device/pages.ts'
import type { OutboxMirror } from '#pwa/sync/outbox-mirror.ts'
import { readOutbox } from '#pwa/sync/read-outbox.ts'
import type { RecordStore } from '#pwa/sync/record-store.ts'
import { isSamePosition, type Position, shownBy, shownPosition } from '#pwa/sync/shown-position.ts'
import { takeTurns } from '#pwa/sync/take-turns.ts'
import type { DeviceTable, PullAnswer } from '#schema/contract/sync.ts'

/** What the counter needs first, history last. */
const loadOrder: readonly DeviceTable[] = [
  'business',
  'reward',
  'qrCode',
  'customer',
  'coupon',
  'purchase',
  'pointsEntry',
]
/** So many rows are read and indexed between two looks at what else the page has to do. */
const pagesAtOnce = 100

export class RecordLoader {
  readonly #door: DatabaseDoor
  readonly #records: RecordStore
  readonly #mirror: OutboxMirror
  readonly #inTurn = takeTurns()
  #position: Position = { generation: -1, pages: 0, version: -1 }

  constructor(door: DatabaseDoor, records: RecordStore, mirror: OutboxMirror) {
    this.#door = door
    this.#records = records
    this.#mirror = mirror
  }

  /** The version that the rows in memory equal; -1 before the first is whole. */
  get version(): number {
    return this.#position.version
  }

  /** Reads everything, table by table; each is shown when it is there. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = await this.#readOutbox(await this.#door.within(shownPosition))
      await this.#door.within((database) =>
        database.transaction('r', database.pages, async () => {
          for (const table of loadOrder) await this.#loadTable(database, wanted, table)
        }),
      )
      this.#position = wanted
      await this.#catchUp()
    })
  }

  async #loadTable(database: DeviceDatabase, wanted: Position, table: DeviceTable) {
    for (let at = 0; at < wanted.pages; at += pagesAtOnce) {
      const below = Math.min(at + pagesAtOnce, wanted.pages)
      const pages = await readPages(database, wanted.generation, table, at, below)
      this.#records.apply(pages.map((page) => ({ table, ...page })))
    }
    this.#records.markLoaded(table)
  }

  async #readOutbox(wanted: Position): Promise<Position> {
    const { rows, aliases } = await this.#door.within((database) =>
      database.transaction('r', database.outbox, database.journal, database.meta, async () =>
        readOutbox(database, wanted.version),
      ),
    )
    this.#mirror.replaceAll(rows, aliases)
    return wanted
  }

  /** Another tab changed the outbox. */
  refreshOutbox(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#readOutbox(this.#position)
    })
  }

  /** Another tab pulled, or an answer came in pieces: reads what memory does not have yet. */
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
          const read = await readPages(database, wanted.generation, table, from, wanted.pages)
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

  /** After this tab's own pull: straight from the answer where memory is just behind it. */
  show(pulled: { before: PullState; after: PullState; answer: PullAnswer }): Promise<void> {
    return this.#inTurn(async () => {
      const to = shownBy(pulled.after)
      if (isSamePosition(to, this.#position)) return
      if (!this.#isNext(pulled.before, to)) return this.#catchUp()
      this.#position = to
      this.#records.apply(changesOf(pulled.answer))
      this.#mirror.settle(to.version)
    })
  }

  /** Whether one answer is all that lies between memory and `to`. */
  #isNext(before: PullState, to: Position): boolean {
    const from = shownBy(before)
    if (!isSamePosition(from, this.#position)) return false
    if (from.version < 0 && from.pages === 0) return true
    return from.generation === to.generation && (before.fetching === null || from.version < 0)
  }

  /** This tab merged pages that it has in memory. */
  skipTo(merged: { before: PullState; after: PullState }): Promise<void> {
    return this.#inTurn(async () => {
      if (isSamePosition(shownBy(merged.before), this.#position))
        this.#position = shownBy(merged.after)
    })
  }

  /** Verdicts may name versions that are shown already. */
  settleShown(): void {
    this.#mirror.settle(this.#position.version)
  }
}
