/**
 * What is true of this device's work, in one small store: how much waits and since when, what was
 * refused, when everything was last whole. 'Up to date' is said only of a completed pull, never of
 * a connection (docs/sync-protocol.md). Counts come from the outbox itself.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StorageHealth } from '#pwa/device/storage.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'

/** Why work does not move; null when it does. */
export type SyncProblem =
  | 'signedOut'
  | 'pushOnly'
  | 'notAllowed'
  | 'noAnswer'
  /** Something between this device and the server refuses even a single operation. */
  | 'intermediary'
  | 'serverBusy'
  | 'deviceFull'
  | 'databaseBlocked'
  | 'databaseFailed'
  | 'databaseNewer'
  | 'databaseOutdated'
  /** Something of ours went wrong; it is tried again. */
  | 'failed'

export interface SyncStatus {
  /** Rows on this device are read into memory; until then lists are still loading. */
  ready: boolean
  /** Whether a first sync has ever completed on this device. */
  whole: boolean
  pendingCount: number
  /** When the oldest waiting one was made; null when none waits. */
  oldestPendingAt: string | null
  parkedCount: number
  refusedCount: number
  sendingCount: number
  /** Operations of people who signed out here, encrypted, that the server does not have yet. */
  sealedCount: number
  /** Of such work, what the server cannot read: it stays until a person deletes it. */
  unreadableCount: number
  /** A round is under way, here or in another tab. */
  syncing: boolean
  lastPulledAt: string | null
  problem: SyncProblem | null
  /** When the next try is planned after a failure; null when none is. */
  retryAt: string | null
  /** Rows of the first sync so far and in all; null when none is under way. */
  progress: { rows: number; total: number } | null
  /** Numbers that the server never saw and this device no longer has; 0 is the good news. */
  missing: number
  /** The browser had cleared this device with so much unsent; null once a person has read it. */
  evicted: { unsent: number; noticedAt: string } | null
  /** The server did not know an operation of this app version. */
  mustUpdate: boolean
  /** More wait than limits.outboxWarning. */
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

/** What was done on this device and the server does not have, whoever did it. */
export function countUnsent({
  pendingCount,
  sealedCount,
}: Pick<SyncStatus, 'pendingCount' | 'sealedCount'>): number {
  return pendingCount + sealedCount
}

/** What was not saved on the server, and will not be unless a person does something about it. */
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
