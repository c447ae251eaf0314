/**
 * Restores unsent work if the browser deletes the database while a window is open (storage cleared,
 * eviction): the window still has it in memory and writes it back under the same ids and a new
 * outbox. An eviction while no window is open loses the work; the hint then tells how much it was
 * (start-device.ts).
 */

import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { startDevice } from '#pwa/sync/start-device.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'

/**
 * Call after the database handle was lost.
 * @returns whether the database had been deleted
 */
export async function reviveDevice(context: SyncContext): Promise<boolean> {
  const { identity, newId, mirror, door } = context
  // Restores withdrawn rows too: the server may have them, and an edit may replace them. Also
  // restores refused rows, shown until a person dismisses them, and parked ones.
  const known = mirror.rows().filter(({ status }) => status !== 'acknowledged')
  const started = await door.within((database) =>
    startDevice(database, { identity, newId, now: context.now(), hint: null }),
  )
  if (!started.isNew) return false
  const { change } = await door.within((database) =>
    writeOutbox(database, context.now(), async (writer) => {
      for (const row of known) {
        const { operationId, name, v, payload, madeAt, replaces, discarded } = row
        if (row.status === 'refused' || row.status === 'parked') await writer.keepSettled(row)
        else await writer.add({ operationId, name, v, payload, madeAt, replaces, discarded })
      }
    }),
  )
  mirror.replaceAll([], {})
  publishChange(context, change)
  await context.loader?.catchUp()
  return true
}
