/**
 * One person's device for one business: its database, its rows in memory, the only way to write,
 * and its sync rounds. It has no singletons and no timers: a window adds `keepInSync`, the service
 * worker runs one round, and tests create as many devices as they need.
 */
import { createEmitter } from '#pwa/api/emitter.ts'
import { CallRefused } from '#pwa/api/request.ts'
import type { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { openDoor } from '#pwa/device/database-door.ts'
import { DeviceDatabase, type DeviceIdentity, type OutboxRow } from '#pwa/device/device-database.ts'
import { type NewId, newId as newVersion7 } from '#pwa/device/ids.ts'
import type { HintKeeper, OutboxHint } from '#pwa/device/outbox-hint.ts'
import type { StorageFactory } from '#pwa/device/patient-storage.ts'
import { RecordLoader } from '#pwa/records/load-records.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import { isUnsent } from '#pwa/records/outbox-row.ts'
import { RecordStore } from '#pwa/records/record-store.ts'
import { dismissEviction, hearTab, loadDevice, openDatabase } from '#pwa/sync/load-device.ts'
import { discardRow, editRow, retryRow } from '#pwa/sync/outbox-changes.ts'
import { exportOutbox, importOutbox } from '#pwa/sync/outbox-file.ts'
import { type OperationInput, perform } from '#pwa/sync/perform.ts'
import { reviveDevice } from '#pwa/sync/revive-device.ts'
import { createRounds, type Locks } from '#pwa/sync/run-sync.ts'
import { deleteUnreadable, retryUnreadable } from '#pwa/sync/seal-outbox.ts'
import { askAs, type Step, type SyncContext } from '#pwa/sync/sync-context.ts'
import type { RoundEnd } from '#pwa/sync/sync-problem.ts'
import { countOutbox, createSyncStatus, type SyncStatusStore } from '#pwa/sync/sync-status.ts'
import { type OpenChannel, openTabs } from '#pwa/sync/tabs.ts'
import { limits } from '#schema/contract/limits.ts'
import type { OperationName } from '#schema/contract/operation.ts'

export interface DeviceOptions {
  identity: DeviceIdentity
  /** The signed-in account, read before every round. */
  readAccountId: () => Promise<string | null>
  /** Whether this is a locked till; checked before every pull. */
  isLocked?: () => Promise<boolean>
  storage?: StorageFactory
  fetch?: typeof fetch
  now?: () => number
  newId?: NewId
  random?: () => number
  locks?: Locks | null
  channel?: OpenChannel | null
  /** The database that holds this browser's sealed work. */
  browser?: BrowserDatabase | null
  hint?: HintKeeper | null
  /** Remembers how much sealed work there is, so that an eviction can be noticed. */
  sealedHint?: HintKeeper | null
  /** For the service worker: keeps no rows in memory. */
  headless?: boolean
  step?: (step: Step) => void | Promise<void>
}

export interface Device {
  readonly identity: DeviceIdentity
  readonly context: SyncContext
  readonly records: RecordStore
  readonly outbox: OutboxMirror
  readonly status: SyncStatusStore
  /** Resolves when memory holds the rows on disk; rejects if the database cannot be opened. */
  readonly ready: Promise<void>
  perform: <Name extends OperationName>(
    name: Name,
    payload: OperationInput<Name>,
  ) => Promise<OutboxRow>
  discard: (operationId: string, options: { withDependents: boolean }) => Promise<void>
  edit: <Name extends OperationName>(
    operationId: string,
    name: Name,
    payload: OperationInput<Name>,
  ) => Promise<OutboxRow>
  retry: (operationId: string) => Promise<OutboxRow>
  exportOutbox: () => Promise<Blob>
  importOutbox: (text: string) => Promise<{ added: number; known: number }>
  /** Resends sealed work that the server could not read. */
  retryUnreadable: () => Promise<RoundEnd>
  /** @returns false, deleting nothing, if the number of unreadable operations is not `count` */
  deleteUnreadable: (count: number) => Promise<boolean>
  dismissEviction: () => Promise<void>
  /** Runs one round of push and pull that starts after this call. */
  sync: () => Promise<RoundEnd>
  /** Resolves when this tab is running no round. */
  idle: () => Promise<unknown>
  /** Resolves when no tab is running a round. */
  othersEnded: (stopped: AbortSignal) => Promise<void>
  isLocked: () => Promise<boolean>
  /** Calls the listener after each change that puts work into the outbox in this tab. */
  onAsked: (listener: () => void) => () => void
  close: () => void
}

/** Any answer, even a refusal, ends the offline state in every tab before the round is over. */
function endOfflineOnAnswer(
  ask: SyncContext['ask'],
  { status, tabs }: Pick<SyncContext, 'status' | 'tabs'>,
): SyncContext['ask'] {
  function hearAnswer() {
    if (status.getState().problem === 'noAnswer') status.setState({ problem: null })
    // Sent whatever this tab's state is: a new tab does not know that the others are offline.
    tabs.tell({ kind: 'answered' })
  }
  return async (name, options) => {
    try {
      const answer = await ask(name, options)
      hearAnswer()
      return answer
    } catch (error) {
      if (error instanceof CallRefused) hearAnswer()
      throw error
    }
  }
}

export function createDevice(options: DeviceOptions): Device {
  const { identity } = options
  const status = createSyncStatus()
  const database = new DeviceDatabase(identity, options.storage)
  const door = openDoor(database, (state) => {
    if (state === 'blocked') status.setState({ problem: 'databaseBlocked' })
    if (state === 'newer') status.setState({ problem: 'databaseNewer' })
    if (state === 'failed') status.setState({ problem: 'databaseFailed' })
    if (state === 'outdated') status.setState({ problem: 'databaseOutdated' })
    if (state === 'closed') status.setState({ problem: 'signedOut' })
  })
  const records = new RecordStore()
  const outbox = new OutboxMirror((memberId) => records.keptIdOf(memberId))
  const loader = new RecordLoader(door, records, outbox)
  const tabs = openTabs(database.name, options.channel ?? null)
  const context: SyncContext = {
    identity,
    door,
    mirror: outbox,
    loader: options.headless ? null : loader,
    status,
    tabs,
    ask: endOfflineOnAnswer(askAs(identity.accountId, options.fetch), { status, tabs }),
    browser: options.browser ?? null,
    hint: options.hint ?? null,
    sealedHint: options.sealedHint ?? null,
    pace: { pushRows: limits.pushOperations, pullRows: limits.pullRows, compresses: true },
    now: options.now ?? Date.now,
    newId: options.newId ?? newVersion7,
    random: options.random ?? Math.random,
    step: options.step ?? (() => undefined),
  }
  const isLocked = options.isLocked ?? (async () => false)
  const rounds = createRounds(context, {
    locks: options.locks ?? null,
    readAccountId: options.readAccountId,
    isLocked,
  })
  const asks = createEmitter()
  const asked = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work
    asks.emit()
    return result
  }

  outbox.subscribe(() => {
    const counts = countOutbox(outbox.rows(), outbox.sending, limits.outboxWarning)
    status.setState(counts)
    // Without rows in memory the number of unsent operations is unknown here, and after a sign-out
    // a push that it cut off still speaks of its rows.
    if (context.loader && door.state() !== 'closed')
      context.hint?.write(hintOf(counts.pendingCount, outbox.rows()))
  })
  if (context.loader) context.tabs.listen((message) => void hearTab(context, message))

  // The browser closed the database, and may have deleted it. Dexie fires `close` before it has
  // released the old handle, so look at the disk in the next microtask.
  database.on('close', () => {
    void Promise.resolve()
      .then(() => reviveDevice(context))
      .then((isRevived) => isRevived && asks.emit())
      .catch(() => undefined)
  })

  const opened = openDatabase(context)
  const ready = opened.then((started) => loadDevice(context, started))
  ready.catch(() => undefined)
  const sync = async () => {
    await ready
    return rounds.request()
  }
  return {
    identity,
    context,
    records,
    outbox,
    status,
    ready,
    perform: (name, payload) => asked(perform(context, name, payload, opened)),
    discard: (operationId, how) => asked(discardRow(context, operationId, how)),
    edit: (operationId, name, payload) => asked(editRow(context, operationId, name, payload)),
    retry: (operationId) => asked(retryRow(context, operationId)),
    exportOutbox: () => exportOutbox(context),
    importOutbox: (text) => asked(importOutbox(context, text)),
    retryUnreadable: async () => {
      await retryUnreadable(context)
      return sync()
    },
    deleteUnreadable: (count) => deleteUnreadable(context, count),
    dismissEviction: () => dismissEviction(context),
    sync,
    idle: rounds.idle,
    othersEnded: rounds.othersEnded,
    isLocked,
    onAsked: asks.listen,
    close: () => {
      context.tabs.close()
      door.close()
    },
  }
}

function hintOf(unsent: number, rows: readonly OutboxRow[]): OutboxHint | null {
  const outboxId = rows.find(isUnsent)?.outboxId
  return outboxId ? { outboxId, unsent } : null
}
