/**
 * What the parts of one device's sync work with. Everything from outside (network, clock, ids,
 * chance, other tabs) comes in here, so that tests run several devices in one program.
 */
import { type CallOptions, call } from '#pwa/api/call.ts'
import type { BrowserDatabase } from '#pwa/device/browser-database.ts'
import type { DatabaseDoor } from '#pwa/device/database-door.ts'
import type { DeviceIdentity, OutboxMeta, PullState } from '#pwa/device/device-database.ts'
import type { NewId } from '#pwa/device/ids.ts'
import type { HintKeeper } from '#pwa/device/outbox-hint.ts'
import type { RecordLoader } from '#pwa/sync/load-records.ts'
import type { OutboxMirror } from '#pwa/sync/outbox-mirror.ts'
import type { OutboxChange } from '#pwa/sync/outbox-write.ts'
import type { SyncStatusStore } from '#pwa/sync/sync-status.ts'
import type { Tabs } from '#pwa/sync/tabs.ts'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'

/** Every point at which a device may be killed; tests stop it there, as a crash would. */
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
  /** Where sealed work of this browser lies; null keeps none. */
  browser: BrowserDatabase | null
  /** What an eviction leaves; null in the service worker, which has no cookies. */
  hint: HintKeeper | null
  /** The same for what is sealed here, of whoever worked in this business. */
  sealedHint: HintKeeper | null
  /** How much goes into a request: less on a network that is slow. */
  pace: { pushRows: number; pullRows: number }
  now: () => number
  newId: NewId
  random: () => number
  step: (step: Step) => void | Promise<void>
}

/** Every call says whose device this is, so that the server can refuse a mix-up (401). */
export function askAs(accountId: string, by: typeof fetch | undefined): SyncContext['ask'] {
  return (name, options) =>
    call(name, {
      ...options,
      headers: { ...options?.headers, 'Regulars-Account': accountId },
      ...(by ? { fetch: by } : {}),
    })
}

/** What fails sooner than this was not too much for the network: there was none. */
export const slowMs = 2_000

/** After a transaction: the mirror follows, the other tabs look at the disk. */
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
