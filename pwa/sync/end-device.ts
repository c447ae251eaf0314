/** A device ends: what it holds of the business leaves this browser, unsent work sealed or not. */
import { Dexie } from 'dexie'
import { clearDevice, OpenWork } from '#pwa/device/wipe.ts'
import { sealUnsent } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'

/**
 * Unsent work is sealed for the server (`keepUnsent: true`), thrown away because the person said so
 * (`false`), or stops it all (left out), as refused work does that the person was not told of.
 * @throws OpenWork when something would be lost and the person was not asked; CannotSeal when the
 * server's key was never heard: then nothing is lost
 */
export async function endDevice(
  context: SyncContext,
  { keepUnsent }: { keepUnsent?: boolean },
): Promise<void> {
  if (keepUnsent) await sealAndClear(context)
  else await clear(context, keepUnsent === false ? 'all' : new Set())
  // Sent, sealed, or thrown away by the person: nothing that an eviction could take is left.
  context.hint?.write(null)
  context.tabs.tell({ kind: 'wiped' })
  context.door.close()
  await deleteSoon(context.door.database.name)
}

function clear(context: SyncContext, accounted: ReadonlySet<string> | 'all') {
  return context.door.within((database) => clearDevice(database, accounted))
}

/** What was saved between the sealing and the clearing is sealed in another turn. */
async function sealAndClear(
  context: SyncContext,
  sealingId = context.newId(),
  turnsLeft = 3,
): Promise<void> {
  const refused = await context.door.within((database) =>
    database.outbox.filter((row) => row.status === 'refused').toArray(),
  )
  const sealed = await sealUnsent(context, sealingId)
  try {
    await clear(context, new Set([...sealed, ...refused.map((row) => row.operationId)]))
  } catch (error) {
    if (!(error instanceof OpenWork) || turnsLeft === 0) throw error
    await sealAndClear(context, sealingId, turnsLeft - 1)
  }
}

/** It is empty by now; a tab that still holds it open must not keep a person from signing out. */
async function deleteSoon(name: string): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([Dexie.delete(name).catch(() => undefined), patience])
}
