/**
 * Every outbox change is one strict transaction through this file: rows, numbers and journal change
 * together or not at all, so a SIGKILL leaves the outbox either as before or as after. The caller
 * then updates the mirror and notifies the other tabs.
 */
import { toServerTime } from '#pwa/api/server-instant.ts'
import type {
  AliasMeta,
  DeviceDatabase,
  OutboxMeta,
  OutboxRow,
} from '#pwa/device/device-database.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import type { StaffClaim } from '#schema/contract/till.ts'

/** An operation that has no number yet. */
export interface AskedOperation {
  operationId: string
  name: string
  v: number
  payload: unknown
  madeAt: string
  replaces: string | null
  /**
   * Was withdrawn on the device it comes from: sent as discarded, before the row that replaces it.
   */
  discarded?: boolean
  /** For a row resent after a restore (device-database.ts). */
  reliesOn?: string
  /** On a till: the staff member who made it (staff-claim.ts). */
  staff?: StaffClaim
}

export interface OutboxChange {
  put: OutboxRow[]
  removed: string[]
  aliases: Record<string, string>
}

/** The outbox inside a transaction. */
export class OutboxWriter {
  readonly database: DeviceDatabase
  readonly meta: OutboxMeta
  readonly change: OutboxChange = { put: [], removed: [], aliases: {} }
  readonly #journal: OutboxRow[] = []

  constructor(database: DeviceDatabase, meta: OutboxMeta) {
    this.database = database
    this.meta = meta
  }

  /** Also finds a row whose id was stored in capitals. */
  async find(operationId: string): Promise<OutboxRow | undefined> {
    return this.database.outbox.where('operationId').equalsIgnoreCase(operationId).first()
  }

  /**
   * Adds a row at the end with the next number. Repeating it after a lost handle returns the same
   * row.
   */
  async add(asked: AskedOperation): Promise<OutboxRow> {
    const row: OutboxRow = {
      ...asked,
      place: this.meta.nextPlace,
      outboxId: this.meta.outboxId,
      seq: this.meta.nextSeq,
      discarded: asked.discarded ?? false,
      unreadable: false,
      status: asked.discarded ? 'withdrawn' : 'waiting',
      version: null,
      code: null,
      message: null,
      result: null,
    }
    try {
      await this.database.outbox.add(row)
    } catch (error) {
      const known = await this.find(asked.operationId)
      if (!known) throw error
      this.change.put.push(known)
      return known
    }
    this.change.put.push(row)
    this.meta.nextPlace += 1
    this.meta.nextSeq += 1
    return row
  }

  /**
   * Puts a row back that the disk lost: under its own number if that still waits for its verdict and
   * no other row has taken it or its place, else at the end.
   */
  async putBack(row: OutboxRow): Promise<void> {
    if (this.isDue(row) && !(await this.#isTaken(row))) {
      await this.put(row)
      this.meta.nextPlace = Math.max(this.meta.nextPlace, row.place + 1)
      this.meta.nextSeq = Math.max(this.meta.nextSeq, row.seq + 1)
      return
    }
    const { operationId, name, v, payload, madeAt, replaces, discarded, reliesOn, staff } = row
    const asked = { operationId, name, v, payload, madeAt, replaces, discarded }
    // Keeps the staff claim, because another person may be using the till by now.
    await this.add({ ...asked, ...(reliesOn && { reliesOn }), ...(staff && { staff }) })
  }

  async #isTaken({ place, outboxId, seq }: OutboxRow): Promise<boolean> {
    const { outbox } = this.database
    if (await outbox.get(place)) return true
    return (await outbox.where('[outboxId+seq]').equals([outboxId, seq]).count()) > 0
  }

  /** Puts a settled row back at the end: its number belongs to an outbox that no longer exists. */
  async keepSettled(row: OutboxRow): Promise<void> {
    await this.put({ ...row, place: this.meta.nextPlace })
    this.meta.nextPlace += 1
  }

  async put(row: OutboxRow): Promise<void> {
    this.change.put.push(row)
    await this.database.outbox.put(row)
  }

  /**
   * Moves rows from the outbox to the journal; an applied one stays on screen until it is pulled.
   */
  async settle(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return
    this.#journal.push(...rows)
    const shown = rows.filter((row) => row.status === 'acknowledged')
    const hidden = rows.filter((row) => row.status !== 'acknowledged')
    this.change.put.push(...shown)
    this.change.removed.push(...hidden.map((row) => row.operationId))
    await deletePlaces(
      this.database,
      rows.map((row) => row.place),
    )
  }

  /** Whether this row's number still waits for its verdict. */
  isDue(row: OutboxRow): boolean {
    return row.outboxId === this.meta.outboxId && row.seq > this.meta.settledSeq
  }

  async finish(now: number): Promise<void> {
    if (this.#journal.length > 0) {
      await this.database.journal.add({
        rows: this.#journal,
        lastVersion: Math.max(0, ...this.#journal.map((row) => row.version ?? 0)),
        settledAt: toServerTime(new Date(now).toISOString()),
      })
    }
    if (Object.keys(this.change.aliases).length > 0) {
      const known = (await this.database.meta.get('aliases')) as AliasMeta | undefined
      const memberIds = { ...known?.memberIds, ...this.change.aliases }
      await this.database.meta.put({ key: 'aliases', memberIds })
    }
    await this.database.meta.put(this.meta)
  }
}

/** Settled rows are mostly consecutive, so this deletes whole ranges. */
async function deletePlaces(database: DeviceDatabase, places: number[]): Promise<void> {
  const sorted = places.sort((one, other) => one - other)
  let first = sorted[0]
  for (const [index, place] of sorted.entries()) {
    if (first === undefined) break
    if (sorted[index + 1] === place + 1) continue
    await database.outbox.where('place').between(first, place, true, true).delete()
    first = sorted[index + 1]
  }
}

/**
 * Call inside a read-write transaction over outbox, journal and meta.
 * @throws DeviceClosed if a sign-out cleared the database
 */
export async function writeOutboxWithin<Result>(
  database: DeviceDatabase,
  now: number,
  work: (writer: OutboxWriter) => Promise<Result>,
): Promise<{ result: Result; change: OutboxChange }> {
  const meta = (await database.meta.get('outbox')) as OutboxMeta | undefined
  if (!meta || meta.closed) throw new DeviceClosed()
  const writer = new OutboxWriter(database, { ...meta })
  const result = await work(writer)
  await writer.finish(now)
  return { result, change: writer.change }
}

export function writeOutbox<Result>(
  database: DeviceDatabase,
  now: number,
  work: (writer: OutboxWriter) => Promise<Result>,
): Promise<{ result: Result; change: OutboxChange }> {
  const { outbox, journal, meta } = database
  // Dexie keeps a transaction open across awaits only if its function is declared `async`.
  return database.transaction('rw', outbox, journal, meta, async () =>
    writeOutboxWithin(database, now, work),
  )
}
