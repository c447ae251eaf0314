/** Changes to a browser's disk that the app did not make. */
import type {
  AnyRow,
  DeviceDatabase,
  OutboxRow,
  PageKey,
  StoredPage,
} from '#pwa/device/device-database.ts'
import type { DeviceRow } from '#schema/contract/sync.ts'
import type { Book } from './book.ts'

/** docs/sync-protocol.md, "Checksum" */
const checkEveryMs = 6 * 3_600_000

/** Rows that a device compares with the server's after the time of its last comparison. */
interface Damaged {
  generation: number
  checkedAt: string | undefined
}

/** Clears everything, as when a person clears the site's data while its windows are open. */
export async function clearDisk(database: DeviceDatabase): Promise<void> {
  await database.transaction('rw', database.tables, async () => {
    for (const table of database.tables) await table.clear()
  })
}

/** Deletes an unsent row. @returns it, or undefined if there is none */
export async function loseRow(
  { outbox }: DeviceDatabase,
  which: number,
  arrived: ReadonlySet<string>,
): Promise<OutboxRow | undefined> {
  const waiting = await outbox.filter(({ status }) => status === 'waiting').toArray()
  const unsent = waiting.filter(({ operationId }) => !arrived.has(operationId))
  const row = unsent[which % Math.max(1, unsent.length)]
  if (row) await outbox.delete(row.place)
  return row
}

/**
 * Loses a row of the newest page of some table, so that an older row shows instead, or none.
 * @returns the rows that are damaged, or null
 */
async function damagePage(database: DeviceDatabase, which: number): Promise<Damaged | null> {
  const state = await database.meta.get('pull')
  if (state?.key !== 'pull' || state.version < 0 || state.fetching) return null
  const newest = new Map<string, { key: PageKey; page: StoredPage }>()
  const isOlder = new Set<string>()
  await database.pages.each((page, { primaryKey: key }) => {
    const [generation, table, number] = key
    if (generation !== state.generation || number < 0 || number >= state.pages) return
    const before = newest.get(table)
    if (number <= (before?.key[2] ?? -1)) return
    for (const { id } of before?.page.rows ?? []) isOlder.add(id)
    newest.set(table, { key, page })
  })
  const lostRows = [...newest.values()].flatMap(({ key, page }) =>
    page.rows.filter(isCompared).map((lost) => ({ key, page, lost })),
  )
  const changed = lostRows.filter(({ lost }) => isOlder.has(lost.id))
  // Where an older row is left, their number is still right.
  const mayLose = changed.length > 0 ? changed : lostRows
  const { key, page, lost } = mayLose[which % Math.max(1, mayLose.length)] ?? {}
  if (!key || !page) return null
  await database.pages.put({ ...page, rows: page.rows.filter((row) => row !== lost) }, key as never)
  const { generation, checkedAt } = state
  return { generation, checkedAt }
}

/** No device has to hold a coupon that can no longer be used. */
function isCompared(row: AnyRow): boolean {
  const { usedAt, voidedAt } = row as Partial<DeviceRow<'coupon'>>
  return !usedAt && !voidedAt
}

/** One browser's disk, as far as something other than the app changed it. */
export class DamagedDisk {
  readonly #book: Book
  /** Rows that it lost before they were sent. */
  readonly #lostRows: OutboxRow[] = []
  /** Settled operations that its journal no longer contains. */
  readonly #unjournaled = new Set<string>()
  /** The rows of which it lost one. */
  #damaged: Damaged | null = null

  constructor(book: Book) {
    this.#book = book
  }

  noteCleared(settled: Iterable<string>): void {
    for (const operationId of settled) this.#unjournaled.add(operationId)
    this.#damaged = null
  }

  isJournaled(operationId: string): boolean {
    return !this.#unjournaled.has(operationId)
  }

  async loseRow(database: DeviceDatabase, which: number): Promise<OutboxRow | undefined> {
    const row = await loseRow(database, which, this.#book.arrived)
    if (!row) return
    this.#book.lost.add(row.operationId)
    this.#lostRows.push(row)
    return row
  }

  /** @returns whether one of the server's rows is lost */
  async losePart(database: DeviceDatabase, which: number): Promise<boolean> {
    const damaged = await damagePage(database, which)
    if (damaged) this.#damaged = damaged
    return damaged !== null
  }

  /** Whether the device has yet to compare its rows with the server's. */
  async isOpen({ meta }: DeviceDatabase): Promise<boolean> {
    if (this.#damaged === null) return false
    const state = await meta.get('pull')
    const { generation, checkedAt } = this.#damaged
    const isOpen =
      state?.key === 'pull' &&
      state.generation === generation &&
      (state.checkedAt === checkedAt || state.fetching !== null)
    if (!isOpen) this.#damaged = null
    return isOpen
  }

  async mayRepair(database: DeviceDatabase, now: number): Promise<boolean> {
    if (!(await this.isOpen(database))) return true
    const state = await database.meta.get('pull')
    const checkedAt = (state?.key === 'pull' && state.checkedAt) || '1970-01-01'
    return Math.abs(now - Date.parse(checkedAt)) > checkEveryMs
  }

  /**
   * How many lost numbers the server can know of, because it got later ones of the same outbox. A
   * request that was late may have brought one after the device last heard what is missing.
   */
  countLostNumbers(outboxId: string): { least: number; most: number } {
    const { arrived, lastSeq, disputed } = this.#book
    const last = lastSeq.get(outboxId) ?? 0
    const lost = this.#lostRows.filter((row) => row.outboxId === outboxId && row.seq < last)
    const gone = lost.filter(({ operationId }) => !arrived.has(operationId))
    return { least: disputed.has(outboxId) ? 0 : gone.length, most: lost.length }
  }
}
