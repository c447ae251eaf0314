/**
 * The database of one person in one business: pages of the server's rows, what was asked since
 * (outbox), what was settled (journal), and where both stand (meta). Every transaction is strict:
 * when it resolves, it is on disk. An upgrade never rewrites an outbox payload (docs/sync-protocol.md).
 */
import { Dexie, type Table } from 'dexie'
import { abortWhenLeft } from '#pwa/device/abort-when-left.ts'
import { patientStorage, type StorageFactory } from '#pwa/device/patient-storage.ts'
import { DatabaseNewer } from '#pwa/device/storage-error.ts'
import type { DeviceTable, SealKey, View } from '#schema/contract/sync.ts'
import type { StaffClaim } from '#schema/contract/till.ts'

export interface DeviceIdentity {
  accountId: string
  businessId: string
  view: View
}

/** A row of any table; the record store knows which. */
export interface AnyRow {
  id: string
  /** The business's version that last changed it. */
  version?: number
}

/**
 * [generation, table, number]. A later number is newer: a page is laid over those before it. A new
 * generation is fetched in the shadow of the shown one and takes its place in one transaction.
 */
export type PageKey = [generation: number, table: DeviceTable, number: number]

/** Up to 500 rows as one value: 50,000 rows are 100 writes, not 50,000 (docs/sync-protocol.md). */
export interface StoredPage {
  rows: AnyRow[]
  gone: string[]
  /** Of the page of the newest customers alone (newest-page.ts): it knows the pages below this. */
  at?: number
}

/** What a person sees of a row; 'withdrawn' is taken back and not shown any more. */
export type OutboxStatus = 'waiting' | 'acknowledged' | 'parked' | 'refused' | 'withdrawn'

export interface OutboxRow {
  /** The order in which things were asked; never renumbered. */
  place: number
  operationId: string
  /** The number under which the server hears of it; its verdict is due while it is above `settledSeq`. */
  outboxId: string
  seq: number
  /** Goes out as `discarded`: taken back, or not to be read by the server. */
  discarded: boolean
  /** The server could not even read it: only its number goes out, without the payload. */
  unreadable: boolean
  name: string
  v: number
  payload: unknown
  madeAt: string
  status: OutboxStatus
  /** Of an applied one: the business's version that holds its effect. */
  version: number | null
  code: string | null
  message: string | null
  result: Record<string, unknown> | null
  /** The operation that this one is an edit of; the server counts at most one of the two. */
  replaces: string | null
  /** On a till: who worked it, and the proof. */
  staff?: StaffClaim
}

/**
 * Rows that were settled together: one write for a hundred. They are laid over the screen until
 * `pull.version` reaches theirs, so the transaction that stores a version also ends the overlay.
 * Kept for 30 days: they fill a gap in the numbers and survive a restored server.
 */
export interface JournalBatch {
  number?: number
  rows: OutboxRow[]
  /** The highest of the rows; 0 when none was applied. */
  lastVersion: number
  settledAt: string
}

export interface OutboxMeta {
  key: 'outbox'
  outboxId: string
  nextSeq: number
  /** Every number up to this one has its verdict. */
  settledSeq: number
  nextPlace: number
  /** How many numbers the server never saw and this device no longer has. */
  missing: number
  /** Set in the transaction that clears the database: nothing may be added after it. */
  closed: boolean
}

export interface FetchingState {
  generation: number
  kind: 'snapshot' | 'changes'
  /** Pages stored so far, numbers below this. */
  pages: number
  cursor: string | null
  /** Tables that are asked for whole, because their checksum was another. */
  repair?: DeviceTable[]
}

export interface PullState {
  key: 'pull'
  epoch: string | null
  view: View | null
  /** Screens show the pages of this generation with a number below `pages`. */
  generation: number
  pages: number
  /** Pages with a number below this have been merged (tidy-pages.ts). */
  tidied: number
  /** How many pages a table had when it was last written whole. */
  wholePages: Partial<Record<DeviceTable, number>>
  /** The business's version that the shown rows equal; -1 before the first. */
  version: number
  cursor: string | null
  completedAt: string | null
  /** When the rows were last compared with the server's. */
  checkedAt?: string
  fetching: FetchingState | null
}

/** Member ids that the device made for someone who was a member already, to their real one. */
export interface AliasMeta {
  key: 'aliases'
  memberIds: Record<string, string>
}

/** The server's public key and the ticket that says whose work a seal holds. */
export interface SealKeyMeta extends SealKey {
  key: 'sealKey'
  heardAt: string
  /** The outbox that the ticket is for; absent where an earlier release heard it. */
  outboxId?: string | undefined
}

/** The browser had cleared this database while operations were unsent; until a person has read it. */
export interface EvictedMeta {
  key: 'evicted'
  /** The outbox that is gone. */
  outboxId: string
  unsent: number
  noticedAt: string
}

export type MetaRow = OutboxMeta | PullState | AliasMeta | SealKeyMeta | EvictedMeta

export class DeviceDatabase extends Dexie {
  declare pages: Table<StoredPage, PageKey>
  declare meta: Table<MetaRow, string>
  declare outbox: Table<OutboxRow, number>
  declare journal: Table<JournalBatch, number>

  readonly #by: StorageFactory | undefined

  constructor(identity: Pick<DeviceIdentity, 'accountId' | 'businessId'>, by?: StorageFactory) {
    super(databaseName(identity), {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
      ...patientStorage(by, { waitsWhenBlocked: true }),
    })
    abortWhenLeft(this)
    this.version(1).stores({
      pages: '',
      meta: 'key',
      outbox: 'place, &operationId, [outboxId+seq]',
      journal: '++number, lastVersion, settledAt',
    })
    this.#by = by
    // Dexie would go on with a layout that it does not know.
    this.on('ready', () => this.#refuseNewer(), true)
  }

  /** The browser counts ten times Dexie's versions. */
  #refuseNewer() {
    if (Math.floor(this.backendDB().version / 10) > this.verno) throw new DatabaseNewer()
  }

  /** The outbox of whatever version wrote it, for a rescue when this one cannot open it. */
  async readOutboxAsItLies(): Promise<unknown[]> {
    const found = new Dexie(this.name, this.#by)
    try {
      await found.open()
      return await found.table('outbox').toArray()
    } finally {
      found.close()
    }
  }
}

export function databaseName(of: Pick<DeviceIdentity, 'accountId' | 'businessId'>): string {
  return `regulars-${of.accountId}-${of.businessId}`
}
