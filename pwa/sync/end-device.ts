/**
 * Ends a device: deletes the business's data from this browser, after sealing unsent work if asked.
 */
import { Dexie } from 'dexie'
import { clearDevice, OpenWork } from '#pwa/device/wipe.ts'
import { keepJournal } from '#pwa/sync/kept-seals.ts'
import { sealUnsent } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'

/**
 * Seals unsent work for the server (`keepUnsent: true`), deletes it because the person chose to
 * (`false`), or stops (left out) if there is unsent work, or refused work the person has not been
 * asked about. With `keepRefused`, refused work is sealed too, so that the owner sees it.
 * @throws OpenWork if something would be lost and the person was not asked; CannotSeal if the
 * device never received the server's key: then nothing is lost
 */
export async function endDevice(
  context: SyncContext,
  { keepUnsent, keepRefused = false }: { keepUnsent?: boolean; keepRefused?: boolean },
): Promise<void> {
  const sealingId = context.newId()
  // A sign-out does not depend on it: the server has this work.
  await keepJournal(context, sealingId).catch(() => undefined)
  if (keepUnsent) await sealAndClear(context, { sealingId, keepRefused })
  else await clear(context, keepUnsent === false ? 'all' : new Set())
  // All work was sent, sealed, or deleted by the person: an eviction can lose nothing now.
  context.hint?.write(null)
  context.tabs.tell({ kind: 'wiped' })
  context.door.close()
  await deleteSoon(context.door.database.name)
}

function clear(context: SyncContext, accounted: ReadonlySet<string> | 'all') {
  return context.door.within((database) => clearDevice(database, accounted))
}

/** Repeats if work was saved between the sealing and the clearing. */
async function sealAndClear(
  context: SyncContext,
  sealing: { sealingId: string; keepRefused: boolean },
  turnsLeft = 3,
): Promise<void> {
  const refused = await context.door.within((database) =>
    database.outbox.filter((row) => row.status === 'refused').toArray(),
  )
  const sealed = await sealUnsent(context, sealing)
  try {
    await clear(context, new Set([...sealed, ...refused.map((row) => row.operationId)]))
  } catch (error) {
    if (!(error instanceof OpenWork) || turnsLeft === 0) throw error
    await sealAndClear(context, sealing, turnsLeft - 1)
  }
}

/** The database is empty by now; a tab that keeps it open must not block the sign-out. */
async function deleteSoon(name: string): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([Dexie.delete(name).catch(() => undefined), patience])
}
