/**
 * Dependencies shared by the parts of one device's sync. Network, clock, ids, randomness and other
 * tabs are injected here, so that tests can run several devices in one process.
 */
import { type CallOptions, call } from '#pwa/api/call.ts'
import type { BrowserDatabase } from '#pwa/device/browser-database.ts'
import type { DatabaseDoor } from '#pwa/device/database-door.ts'
import type { DeviceIdentity, OutboxMeta, PullState } from '#pwa/device/device-database.ts'
import type { NewId } from '#pwa/device/ids.ts'
import type { HintKeeper } from '#pwa/device/outbox-hint.ts'
import type { RecordLoader } from '#pwa/records/load-records.ts'
import type { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import type { OutboxChange } from '#pwa/sync/outbox-write.ts'
import type { SyncStatusStore } from '#pwa/sync/sync-status.ts'
import type { Tabs } from '#pwa/sync/tabs.ts'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'

/** The points at which tests simulate a crash. */
export type Step =
  | 'perform:asked'
  | 'perform:written'
  | 'push:chosen'
  | 'push:answered'
  | 'push:settled'
  | 'pull:asked'
  | 'pull:answered'
  | 'pull:stored'

export interface SyncContext {
  identity: DeviceIdentity
  door: DatabaseDoor
  mirror: OutboxMirror
  /** Null in the service worker, which needs no rows in memory. */
  loader: RecordLoader | null
  status: SyncStatusStore
  tabs: Tabs
  ask: <Name extends CallName>(name: Name, options?: CallOptions<Name>) => Promise<CallAnswer<Name>>
  /** The database that holds this browser's sealed work; null disables sealing. */
  browser: BrowserDatabase | null
  /**
   * Remembers how much is unsent in case of an eviction; null in the service worker, which has no
   * cookies.
   */
  hint: HintKeeper | null
  /** The same for sealed work in this business, of any account. */
  sealedHint: HintKeeper | null
  /** Rows per request: fewer on a slow network. */
  pace: {
    pushRows: number
    pullRows: number
    /** False once something on the way couldn't read a compressed push. */
    compresses: boolean
  }
  now: () => number
  newId: NewId
  random: () => number
  step: (step: Step) => void | Promise<void>
}

/** Every call names the device's account, so that the server can refuse a mix-up (401). */
export function askAs(accountId: string, by: typeof fetch | undefined): SyncContext['ask'] {
  return (name, options) =>
    call(name, {
      ...options,
      headers: { ...options?.headers, 'Regulars-Account': accountId },
      ...(by ? { fetch: by } : {}),
    })
}

/**
 * A request that fails faster than this failed for lack of a network, not because it was too large.
 */
export const slowMs = 2_000

/** Call after a transaction: updates the mirror and tells the other tabs to read the disk. */
export function publishChange(context: SyncContext, change: OutboxChange): void {
  context.mirror.addAliases(change.aliases)
  context.mirror.put(change.put)
  context.mirror.remove(change.removed)
  const operationIds = [...change.put.map((row) => row.operationId), ...change.removed]
  if (operationIds.length > 0) context.tabs.tell({ kind: 'outbox', operationIds })
}

export function newOutboxMeta(outboxId: string): OutboxMeta {
  return {
    key: 'outbox',
    outboxId,
    nextSeq: 1,
    settledSeq: 0,
    nextPlace: 1,
    missing: 0,
    closed: false,
  }
}

export function newPullState(): PullState {
  return {
    key: 'pull',
    epoch: null,
    view: null,
    generation: 0,
    pages: 0,
    tidied: 0,
    wholePages: {},
    version: -1,
    cursor: null,
    completedAt: null,
    fetching: null,
  }
}
