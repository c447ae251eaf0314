/**
 * The status of this device's work in one small store: how much waits and since when, what was
 * refused, when the last pull completed. Screens say "up to date" only after a completed pull,
 * never because of a connection (docs/sync-protocol.md). Counts come from the outbox itself.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StorageHealth } from '#pwa/device/storage.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'

/** Why work cannot be sent or pulled; null if it can. */
export type SyncProblem =
  | 'signedOut'
  /** The session ended for good: this device is handed over. */
  | 'ended'
  | 'notAllowed'
  | 'noAnswer'
  /** A proxy between device and server rejects even a single operation. */
  | 'intermediary'
  | 'serverBusy'
  | 'deviceFull'
  | 'databaseBlocked'
  | 'databaseFailed'
  | 'databaseNewer'
  | 'databaseOutdated'
  /** A bug of ours; the round is retried. */
  | 'failed'

export interface SyncStatus {
  /** Whether rows on disk are in memory; until then lists are loading. */
  ready: boolean
  /** Whether a first sync has ever completed on this device. */
  whole: boolean
  pendingCount: number
  /** When the oldest waiting operation was made; null if no operation waits. */
  oldestPendingAt: string | null
  parkedCount: number
  refusedCount: number
  sendingCount: number
  /** Encrypted operations of people who signed out here that the server does not have yet. */
  sealedCount: number
  /** Sealed operations that the server cannot read; they stay until a person deletes them. */
  unreadableCount: number
  /** Whether a round is running, here or in another tab. */
  syncing: boolean
  lastPulledAt: string | null
  problem: SyncProblem | null
  /** When the next retry after a failure is due; null if none is planned. */
  retryAt: string | null
  /** Rows of the first sync received so far and in total; null outside a first sync. */
  progress: { rows: number; total: number } | null
  /** Operations that the server never got and this device no longer has; normally 0. */
  missing: number
  /** How much unsent work the browser cleared from this device; null once dismissed. */
  evicted: { unsent: number; noticedAt: string } | null
  /** The server did not know an operation: this app version must be updated. */
  mustUpdate: boolean
  /** More operations wait than limits.outboxWarning. */
  outboxLong: boolean
  storage: StorageHealth & { short: boolean }
}

export type SyncStatusStore = StoreApi<SyncStatus>

export const initialStatus: SyncStatus = {
  ready: false,
  whole: false,
  pendingCount: 0,
  oldestPendingAt: null,
  parkedCount: 0,
  refusedCount: 0,
  sendingCount: 0,
  sealedCount: 0,
  unreadableCount: 0,
  syncing: false,
  lastPulledAt: null,
  problem: null,
  retryAt: null,
  progress: null,
  missing: 0,
  evicted: null,
  mustUpdate: false,
  outboxLong: false,
  storage: { persisted: null, usedBytes: null, roomBytes: null, short: false },
}

export function createSyncStatus(): SyncStatusStore {
  return createStore<SyncStatus>()(() => initialStatus)
}

/** Work done on this device that the server does not have, by anyone. */
export function countUnsent({
  pendingCount,
  sealedCount,
}: Pick<SyncStatus, 'pendingCount' | 'sealedCount'>): number {
  return pendingCount + sealedCount
}

/** Work that will not reach the server unless a person acts. */
export function countFailed({ refusedCount, unreadableCount }: SyncStatus): number {
  return refusedCount + unreadableCount
}

type Counts = Pick<
  SyncStatus,
  | 'pendingCount'
  | 'oldestPendingAt'
  | 'parkedCount'
  | 'refusedCount'
  | 'sendingCount'
  | 'outboxLong'
  | 'mustUpdate'
>

export function countOutbox(
  rows: Iterable<OutboxRow>,
  sending: ReadonlySet<string>,
  longFrom: number,
): Counts {
  let pendingCount = 0
  let parkedCount = 0
  let refusedCount = 0
  let mustUpdate = false
  let oldest: OutboxRow | null = null
  for (const row of rows) {
    if (row.status === 'parked') parkedCount += 1
    if (row.status === 'refused') refusedCount += 1
    if (row.code === 'operation_unknown') mustUpdate = true
    if (row.status !== 'waiting') continue
    pendingCount += 1
    if (!oldest || row.place < oldest.place) oldest = row
  }
  return {
    pendingCount,
    oldestPendingAt: oldest?.madeAt ?? null,
    parkedCount,
    refusedCount,
    sendingCount: sending.size,
    mustUpdate,
    outboxLong: pendingCount > longFrom,
  }
}
