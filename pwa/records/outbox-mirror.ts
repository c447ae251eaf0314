/**
 * This tab's in-memory copy of the outbox, in the order the operations were made: waiting, parked
 * and refused rows, and applied ones that no pull has brought back yet. The disk is the source of
 * truth; every change here follows a committed transaction or a read of the disk.
 */
import { createEmitter } from '#pwa/api/emitter.ts'
import type { AliasMeta, DeviceDatabase, OutboxRow } from '#pwa/device/device-database.ts'
import { isOverlaid, payloadOf } from '#pwa/records/outbox-row.ts'

export class OutboxMirror {
  readonly #keptIdOf: (memberId: string) => string
  #joins: ReadonlyMap<string, string> | null = null
  #rows = new Map<string, OutboxRow>()
  #ordered: readonly OutboxRow[] | null = null
  #sending: ReadonlySet<string> = new Set()
  #aliases: ReadonlyMap<string, string> = new Map()
  #version = 0
  readonly #changes = createEmitter()

  /** @param keptIdOf the member whom one was joined into, by the rows on this device */
  constructor(keptIdOf = (memberId: string) => memberId) {
    this.#keptIdOf = keptIdOf
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version
  }

  get sending(): ReadonlySet<string> {
    return this.#sending
  }

  get(operationId: string): OutboxRow | undefined {
    return this.#rows.get(operationId)
  }

  /** @returns rows in the order of their operations; a change replaces the list, never mutates it */
  rows(): readonly OutboxRow[] {
    this.#ordered ??= [...this.#rows.values()].sort((one, other) => one.place - other.place)
    return this.#ordered
  }

  /**
   * @returns the member that the server assigned to an id made on this device, or the id itself;
   * or the member whom that one is joined into, also by work that waits here
   */
  memberIdOf(id: string): string {
    const known = this.#aliases.get(id) ?? id
    this.#joins ??= pendingJoins(this.rows())
    return this.#joins.get(known) ?? this.#keptIdOf(known)
  }

  get aliases(): ReadonlyMap<string, string> {
    return this.#aliases
  }

  put(rows: readonly OutboxRow[]): void {
    if (rows.length === 0) return
    for (const row of rows) this.#rows.set(row.operationId, row)
    this.#changed()
  }

  remove(operationIds: readonly string[]): void {
    if (operationIds.length === 0) return
    for (const operationId of operationIds) this.#rows.delete(operationId)
    this.#changed()
  }

  replaceAll(rows: readonly OutboxRow[], aliases: Record<string, string>): void {
    this.#rows = new Map(rows.map((row) => [row.operationId, row]))
    this.#aliases = new Map(Object.entries(aliases))
    this.#changed()
  }

  addAliases(aliases: Record<string, string>): void {
    if (Object.keys(aliases).length === 0) return
    this.#aliases = new Map([...this.#aliases, ...Object.entries(aliases)])
    this.#changed()
  }

  setSending(operationIds: readonly string[]): void {
    if (operationIds.length === 0 && this.#sending.size === 0) return
    this.#sending = new Set(operationIds)
    this.#changed()
  }

  /**
   * Drops operations that the shown rows already include, in the same turn in which those are
   * shown.
   */
  settle(version: number): void {
    this.remove(
      this.rows()
        .filter((row) => row.status === 'acknowledged' && (row.version ?? 0) <= version)
        .map((row) => row.operationId),
    )
  }

  /** @returns a function that stops listening */
  subscribe(listener: () => void): () => void {
    return this.#changes.listen(listener)
  }

  #changed() {
    this.#version += 1
    this.#ordered = null
    this.#joins = null
    this.#changes.emit()
  }
}

/** The member whom each joined one leads to; a separated one leads to itself. */
function pendingJoins(rows: readonly OutboxRow[]): Map<string, string> {
  const joins = new Map<string, string>()
  for (const row of rows) {
    if (!isOverlaid(row)) continue
    const joined = payloadOf(row, 'customer.join')
    if (joined) joins.set(joined.joinId, joined.keepId)
    const separated = payloadOf(row, 'customer.separate')
    if (separated) joins.set(separated.joinId, separated.joinId)
  }
  return joins
}

export interface OutboxOnDisk {
  rows: OutboxRow[]
  aliases: Record<string, string>
}

/**
 * Reads what the mirror holds: waiting rows, and rows applied after the version on screen. Call
 * inside a transaction over outbox, journal and meta.
 * @param shownVersion the version of the rows on the screen
 */
export async function readOutbox(
  database: DeviceDatabase,
  shownVersion: number,
): Promise<OutboxOnDisk> {
  const [waiting, settled, aliases] = await Promise.all([
    database.outbox.toArray(),
    database.journal.where('lastVersion').above(shownVersion).toArray(),
    database.meta.get('aliases') as PromiseLike<AliasMeta | undefined>,
  ])
  const acknowledged = settled
    .flatMap((batch) => batch.rows)
    .filter((row) => row.status === 'acknowledged' && (row.version ?? 0) > shownVersion)
  return { rows: [...acknowledged, ...waiting], aliases: aliases?.memberIds ?? {} }
}
