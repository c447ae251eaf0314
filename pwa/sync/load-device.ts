/**
 * Loads a device: opens the database, creates its `meta` rows, fills memory, and follows messages
 * from other tabs.
 */
import type { EvictedMeta } from '#pwa/device/device-database.ts'
import { countEvictedSeals, countSealed } from '#pwa/sync/seal-outbox.ts'
import { type StartedDevice, startDevice } from '#pwa/sync/start-device.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import type { TabMessage } from '#pwa/sync/tabs.ts'

/** Creates what every write to the outbox needs. */
export async function openDatabase({
  door,
  identity,
  newId,
  now,
  hint,
}: SyncContext): Promise<StartedDevice> {
  await door.open()
  return door.within((database) =>
    startDevice(database, { identity, newId, now: now(), hint: hint ? hint.read() : 'unknown' }),
  )
}

export async function loadDevice(context: SyncContext, started: StartedDevice): Promise<void> {
  const { status } = context
  const { pull } = started
  const evicted = await noticeEvictedSeals(
    context,
    started.evicted,
    await countEvictedSeals(context),
  )
  status.setState({
    whole: pull.version >= 0,
    lastPulledAt: pull.completedAt,
    missing: started.outbox.missing,
    evicted,
  })
  await countSealed(context)
  await context.loader?.load()
  status.setState({ ready: true })
}

/** An eviction also deletes sealed work, of any account; adds it to the count shown. */
async function noticeEvictedSeals(
  { door, now, identity }: SyncContext,
  known: EvictedMeta | null,
  lost: number,
): Promise<EvictedMeta | null> {
  if (lost === 0) return known
  const evicted: EvictedMeta = {
    key: 'evicted',
    outboxId: known?.outboxId ?? identity.businessId,
    unsent: (known?.unsent ?? 0) + lost,
    noticedAt: new Date(now()).toISOString(),
  }
  await door.within((database) => database.meta.put(evicted))
  return evicted
}

/** A person dismissed the notice that the browser cleared this device. */
export async function dismissEviction({ door, status }: SyncContext): Promise<void> {
  await door.within((database) => database.meta.delete('evicted'))
  status.setState({ evicted: null })
}

export async function hearTab(context: SyncContext, message: TabMessage): Promise<void> {
  if (message.kind === 'outbox') await context.loader?.refreshOutbox()
  if (message.kind === 'pulled') {
    await context.loader?.catchUp()
    context.status.setState({ lastPulledAt: new Date(context.now()).toISOString() })
  }
  if (message.kind === 'answered' && context.status.getState().problem === 'noAnswer') {
    context.status.setState({ problem: null })
  }
  // Until it is ready, this tab does its own count, after it has checked for evicted work.
  if (message.kind === 'sealed' && context.status.getState().ready) await countSealed(context)
  if (message.kind === 'round') {
    context.mirror.setSending(message.sending)
    context.status.setState({
      syncing: message.running,
      ...(message.running ? {} : { problem: message.problem }),
    })
  }
}
