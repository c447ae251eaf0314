/**
 * Restores work from memory after the browser deleted the database under an open window (storage
 * cleared, eviction). Operations keep their ids and join the new outbox. This window, another one,
 * or the service worker, which has no rows in memory, recreates the database first. If no window is
 * open, an eviction loses the work, and the hint says how much (start-device.ts).
 */
import type { DeviceDatabase, EvictedMeta, OutboxRow } from '#pwa/device/device-database.ts'
import { isUnsent, waitingAgain } from '#pwa/records/outbox-row.ts'
import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { startDevice } from '#pwa/sync/start-device.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'

/**
 * Call after the database handle was lost.
 * @returns whether the disk had lost work
 */
export async function reviveDevice(context: SyncContext): Promise<boolean> {
  const { identity, newId, mirror, door, loader } = context
  const known = mirror.rows()
  const started = await door.within((database) =>
    startDevice(database, { identity, newId, now: context.now(), hint: null }),
  )
  const isRestored = await putBackLost(context, known)
  // Another window may have made the database again, and fetched into it.
  await loader?.refreshOutbox()
  await loader?.readAgain()
  return isRestored || started.isNew
}

/**
 * @param known the rows in memory
 * @returns whether the disk had lost any of them; rows in the journal were settled by another
 * window
 */
export async function putBackLost(
  context: SyncContext,
  known = context.mirror.rows(),
): Promise<boolean> {
  // Includes withdrawn rows, because the server may have them and an edit may replace them; refused
  // rows, because they stay until a person dismisses them; and parked rows.
  const held = known.filter(({ status }) => status !== 'acknowledged')
  if (held.length === 0) return false
  const { result, change } = await context.door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      const lost = await findLost(database, held)
      for (const row of lost) {
        if (row.status === 'refused') await writer.keepSettled(row)
        // The device no longer knows which server holds it: this one may have been restored since.
        else await writer.putBack(row.status === 'parked' ? waitingAgain(row) : row)
      }
      const evicted = lost.length > 0 ? await endNotice(database, lost) : undefined
      return { isRestored: lost.length > 0, evicted }
    }),
  )
  if (result.evicted !== undefined) context.status.setState({ evicted: result.evicted })
  publishChange(context, change)
  return result.isRestored
}

async function findLost(
  { outbox, journal }: DeviceDatabase,
  held: readonly OutboxRow[],
): Promise<OutboxRow[]> {
  const lost = new Map(held.map((row) => [row.operationId, row]))
  for (const { operationId } of await outbox.toArray()) lost.delete(operationId)
  if (lost.size === 0) return []
  await journal.each(({ rows }) => {
    for (const { operationId } of rows) lost.delete(operationId)
  })
  return [...lost.values()]
}

/** Corrects an eviction notice that counts these rows as lost. */
async function endNotice(
  { meta }: DeviceDatabase,
  restored: readonly OutboxRow[],
): Promise<EvictedMeta | null> {
  const evicted = (await meta.get('evicted')) as EvictedMeta | undefined
  if (!evicted) return null
  const unsent = evicted.unsent - restored.filter(isUnsent).length
  if (unsent > 0) await meta.put({ ...evicted, unsent })
  else await meta.delete('evicted')
  return unsent > 0 ? { ...evicted, unsent } : null
}
