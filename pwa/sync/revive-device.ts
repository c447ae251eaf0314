/**
 * When the browser throws a database away while a window is open (storage cleared, eviction), the
 * window still knows what was unsent: it goes back to disk under its own ids and a new outbox. What
 * an eviction takes while no window is open, nobody can bring back: then the hint tells how much it
 * was (start-device.ts).
 */

import { writeOutbox } from '#pwa/sync/outbox-write.ts'
import { startDevice } from '#pwa/sync/start-device.ts'
import { publishChange, type SyncContext } from '#pwa/sync/sync-context.ts'

/** Call when the handle was lost. @returns whether the database had been thrown away */
export async function reviveDevice(context: SyncContext): Promise<boolean> {
  const { identity, newId, mirror, door } = context
  // What was taken back goes along: the server may have it, and an edit may stand in its place. So
  // does what was refused, which is shown until a person puts it away, and what is parked.
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
