/**
 * The database of one account in one business: pages of the server's rows, operations (outbox),
 * settled operations (journal), and the positions of both (meta). Every transaction is strict: when
 * it resolves, the data is on disk. An upgrade never rewrites an outbox payload
 * (docs/sync-protocol.md).
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

/** A row of any table; the record store knows its type. */
export interface AnyRow {
  id: string
  /** The business's version that last changed it. */
  version?: number
}

/**
 * [generation, table, number]. A page with a higher number overrides those before it. A new
 * generation is fetched in the background and replaces the shown one in one transaction.
 */
export type PageKey = [generation: number, table: DeviceTable, number: number]

/** Up to 500 rows as one value: 50,000 rows are 100 writes, not 50,000 (docs/sync-protocol.md). */
export interface StoredPage {
  rows: AnyRow[]
  gone: string[]
  /**
   * Only on the page of the newest customers (newest-page.ts): it includes the pages below this
   * number.
   */
  at?: number
}

/** The status of a row; a 'withdrawn' one is no longer shown. */
export type OutboxStatus = 'waiting' | 'acknowledged' | 'parked' | 'refused' | 'withdrawn'

export interface OutboxRow {
  /** The order in which operations were made; never renumbered. */
  place: number
  operationId: string
  /**
   * With `seq`, the number the server knows it by; its verdict is due while `seq` is above
   * `settledSeq`.
   */
  outboxId: string
  seq: number
  /** Sent as `discarded`: withdrawn, or refused as unreadable. */
  discarded: boolean
  /** The server could not read even that: sent with its number only, without the payload. */
  unreadable: boolean
  name: string
  v: number
  payload: unknown
  madeAt: string
  status: OutboxStatus
  /** For an applied operation: the business's version that includes its effect. */
  version: number | null
  code: string | null
  message: string | null
  result: Record<string, unknown> | null
  /** The operation that this one edits; the server counts at most one of the two. */
  replaces: string | null
  /** For a row resent after a restore: the id of the coupon that its first verdict relied on. */
  reliesOn?: string
  /** On a till: the staff member, with a proof. */
  staff?: StaffClaim
}

/**
 * Rows settled together: one write for a hundred. Screens overlay them until `pull.version` reaches
 * theirs, so the transaction that stores a version also ends the overlay. Kept for 30 days, to fill
 * gaps in the numbers and to survive a restored server.
 */
export interface JournalBatch {
  number?: number
  rows: OutboxRow[]
  /** The highest version of the rows; 0 if none was applied. */
  lastVersion: number
  /** By the server's clock, as far as this device knows it. */
  settledAt: string
}

export interface OutboxMeta {
  key: 'outbox'
  outboxId: string
  nextSeq: number
  /** Every number up to this one has its verdict. */
  settledSeq: number
  nextPlace: number
  /** Numbers of this outbox that the server never got and this device no longer has. */
  missing: number
  /** Set in the transaction that clears the database: nothing may be added afterwards. */
  closed: boolean
  /**
   * True if the service worker created the database: the next window checks for unsent work that an
   * eviction deleted.
   */
  isUntold?: boolean
}

export interface FetchingState {
  generation: number
  kind: 'snapshot' | 'changes'
  /** The number of pages stored so far. */
  pages: number
  cursor: string | null
  /** The server's version in the last answer; absent before the first one. */
  version?: number
  /** Left by an earlier release that had begun to fetch only these tables again. */
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
  /** The number of pages of each table when it was last rewritten in full. */
  wholePages: Partial<Record<DeviceTable, number>>
  /** The business's version that the shown rows equal; -1 before the first complete sync. */
  version: number
  cursor: string | null
  completedAt: string | null
  /** When the rows were last compared with the server's. */
  checkedAt?: string
  /**
   * The place of the last parked operation that a pull named; 0 or absent if it named all of them.
   */
  named?: number
  fetching: FetchingState | null
}

/** Maps member ids made on this device to those of existing members. */
export interface AliasMeta {
  key: 'aliases'
  memberIds: Record<string, string>
}

/** The server's public key, and the ticket that identifies the author of a seal. */
export interface SealKeyMeta extends SealKey {
  key: 'sealKey'
  heardAt: string
  /** The outbox that the ticket is for; absent if an earlier release stored it. */
  outboxId?: string | undefined
}

/**
 * The browser cleared this database while operations were unsent; deleted once a person dismisses
 * the notice.
 */
export interface EvictedMeta {
  key: 'evicted'
  /** The outbox that was lost. */
  outboxId: string
  unsent: number
  noticedAt: string
}

/** The file of an import that is being read in, until the server has all of its rows. */
export interface ImportFileMeta {
  key: 'importFile'
  importId: string
  file: Blob
  /** The columns of the file, which pwa/loyalty knows. */
  survey: unknown
}

export type MetaRow =
  | OutboxMeta
  | PullState
  | AliasMeta
  | SealKeyMeta
  | EvictedMeta
  | ImportFileMeta

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
    // Dexie would otherwise continue with an unknown schema.
    this.on('ready', () => this.#refuseNewer(), true)
  }

  /** The browser's version number is ten times Dexie's. */
  #refuseNewer() {
    if (Math.floor(this.backendDB().version / 10) > this.verno) throw new DatabaseNewer()
  }

  /**
   * Reads an outbox that any version wrote, for an export when this version cannot open the
   * database.
   */
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
