/**
 * What happens once when a device's database is opened: its two places in `meta` are made, rows that
 * a narrower role must not see are dropped, and the journal forgets what is older than 30 days.
 */
import type {
  DeviceDatabase,
  DeviceIdentity,
  OutboxMeta,
  PullState,
} from '#pwa/device/device-database.ts'
import type { NewId } from '#pwa/device/ids.ts'
import { clearRows } from '#pwa/device/wipe.ts'
import { startSnapshot } from '#pwa/sync/store-pull.ts'
import { newOutboxMeta, newPullState } from '#pwa/sync/sync-context.ts'

const journalMs = 30 * 24 * 60 * 60 * 1000

export interface StartedDevice {
  outbox: OutboxMeta
  pull: PullState
  /** The database was empty. */
  isNew: boolean
}

export async function startDevice(
  database: DeviceDatabase,
  of: { identity: DeviceIdentity; newId: NewId; now: number },
): Promise<StartedDevice> {
  const started = await makePlaces(database, of.newId)
  const { view } = started.pull
  if (view !== null && view !== of.identity.view) {
    // What staff may not see goes now; what an owner may see in addition comes with a new snapshot.
    if (of.identity.view === 'staff') await clearRows(database)
    else await startSnapshot(database, started.pull)
  }
  await forgetOldWork(database, of.now)
  return started
}

async function makePlaces(database: DeviceDatabase, newId: NewId): Promise<StartedDevice> {
  const known = await database.meta.bulkGet(['outbox', 'pull'])
  const [outbox, pull] = known as [OutboxMeta | undefined, PullState | undefined]
  if (outbox && pull && !outbox.closed) return { outbox, pull, isNew: false }
  return database.transaction('rw', database.meta, async () => {
    const again = await database.meta.bulkGet(['outbox', 'pull'])
    const [outboxNow, pullNow] = again as [OutboxMeta | undefined, PullState | undefined]
    const isOpen = outboxNow && !outboxNow.closed
    const made: StartedDevice = {
      isNew: !outboxNow,
      // Signed out of and back in before the old database was deleted: a new outbox.
      outbox: isOpen ? outboxNow : newOutboxMeta(newId()),
      pull: pullNow ?? newPullState(),
    }
    await database.meta.bulkPut([made.outbox, made.pull])
    return made
  })
}

async function forgetOldWork(database: DeviceDatabase, now: number): Promise<void> {
  const before = new Date(now - journalMs).toISOString()
  const old = database.journal.where('settledAt').below(before)
  if ((await old.count()) > 0) await old.delete()
}
