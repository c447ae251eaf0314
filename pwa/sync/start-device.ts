/**
 * Runs once when a device's database is opened: creates its two rows in `meta`, detects an
 * eviction, and deletes rows that a narrower role must not see.
 */
import type {
  DeviceDatabase,
  DeviceIdentity,
  EvictedMeta,
  OutboxMeta,
  PullState,
} from '#pwa/device/device-database.ts'
import type { NewId } from '#pwa/device/ids.ts'
import type { OutboxHint } from '#pwa/device/outbox-hint.ts'
import { clearRows } from '#pwa/device/wipe.ts'
import { startSnapshot } from '#pwa/sync/store-pull.ts'
import { newOutboxMeta, newPullState } from '#pwa/sync/sync-context.ts'

export interface StartedDevice {
  outbox: OutboxMeta
  pull: PullState
  /** The database was empty. */
  isNew: boolean
  evicted: EvictedMeta | null
}

interface StartOptions {
  identity: DeviceIdentity
  newId: NewId
  now: number
  /**
   * How much was unsent when this device was last open, in case its database is gone. 'unknown' in
   * the service worker, which can't read cookies.
   */
  hint: OutboxHint | null | 'unknown'
}

export async function startDevice(
  database: DeviceDatabase,
  of: StartOptions,
): Promise<StartedDevice> {
  const started = await makePlaces(database, of)
  const { view } = started.pull
  if (view !== null && view !== of.identity.view) {
    // Rows that staff may not see go now; rows that only an owner may see come with a new snapshot.
    if (of.identity.view === 'staff') await clearRows(database)
    else await startSnapshot(database, started.pull)
  }
  return started
}

async function makePlaces(
  database: DeviceDatabase,
  { newId, now, hint }: StartOptions,
): Promise<StartedDevice> {
  const { outbox, pull, evicted } = await readPlaces(database)
  const mayTell = hint !== 'unknown' && outbox?.isUntold
  if (outbox && pull && !outbox.closed && !mayTell) return { outbox, pull, evicted, isNew: false }
  return database.transaction('rw', database.meta, async () => {
    const found = await readPlaces(database)
    const isNew = !found.outbox
    const isUntold = isNew || found.outbox?.isUntold === true
    // Signed out and back in before the old database was deleted: use a new outbox.
    const { isUntold: _untold, ...kept } =
      found.outbox && !found.outbox.closed ? found.outbox : newOutboxMeta(newId())
    const made: StartedDevice = {
      isNew,
      outbox: hint === 'unknown' && isUntold ? { ...kept, isUntold } : kept,
      pull: found.pull ?? newPullState(),
      // Only a sign-out deletes a database on purpose, and it clears the hint.
      evicted: isUntold && hint && hint !== 'unknown' ? evictedBy(hint, now) : found.evicted,
    }
    await database.meta.bulkPut([made.outbox, made.pull, ...(made.evicted ? [made.evicted] : [])])
    return made
  })
}

async function readPlaces(database: DeviceDatabase) {
  const rows = await database.meta.bulkGet(['outbox', 'pull', 'evicted'])
  const [outbox, pull, evicted = null] = rows as [
    OutboxMeta | undefined,
    PullState | undefined,
    EvictedMeta | undefined,
  ]
  return { outbox, pull, evicted }
}

function evictedBy({ outboxId, unsent }: OutboxHint, now: number): EvictedMeta {
  return { key: 'evicted', outboxId, unsent, noticedAt: new Date(now).toISOString() }
}
