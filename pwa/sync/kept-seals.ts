/**
 * Keeps sealed work for 30 days after the server received it: work that a person had sent before they
 * signed out, and submitted seals. The device submits it again to a restored server, which repeats its
 * verdicts for operations that it still has (docs/sync-protocol.md, "Restore").
 */
import { Dexie } from 'dexie'
import { toServerTime } from '#pwa/api/server-instant.ts'
import type { KeptSeal } from '#pwa/device/browser-database.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { batchesOf } from '#pwa/sync/push-batch.ts'
import { readSettled } from '#pwa/sync/resend.ts'
import { handIn, readSealKey, sealBatches } from '#pwa/sync/seal.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'

/** Seals the journal at a sign-out. Does nothing if this device has no sealing key. */
export async function keepJournal(context: SyncContext, sealingId: string): Promise<void> {
  const { browser, door } = context
  const key = await readSealKey(context)
  if (!browser || !key) return
  const batches = batchesOf(await door.within(readSettled))
  const [epoch, since] = [await readEpoch(context), isoNow(context)]
  const sealed = await sealBatches(context, key, { batches, sealingId })
  await browser.keptSeals.bulkAdd(sealed.map((seal) => ({ ...seal, epoch, since })))
}

/** The server has taken this one. */
export async function keepTaken(
  context: SyncContext,
  seal: Omit<KeptSeal, 'epoch' | 'since'>,
): Promise<void> {
  const { browser } = context
  if (!browser) return
  const kept = { ...seal, epoch: await readEpoch(context), since: isoNow(context) }
  await browser.transaction('rw', browser.sealed, browser.keptSeals, async () => {
    await browser.keptSeals.put(kept)
    await browser.sealed.delete(seal.id)
  })
}

/** Hands in seals that a restored server may lack. */
export async function handInKept(context: SyncContext): Promise<void> {
  const { browser } = context
  if (!browser) return
  const { keptSeals, sealed } = browser
  const epoch = await readEpoch(context)
  // Before the first pull, nothing tells which server this is.
  if (epoch === '') return
  for (const id of await idsOfOtherServers(context, epoch)) {
    const seal = await keptSeals.get(id)
    const outcome = seal && (await handIn(context, seal.jwe))
    if (outcome === 'taken') await keptSeals.update(id, { epoch })
    if (!seal || outcome !== 'unreadable') continue
    // It needs attention: the server may lack it and cannot read it.
    const { epoch: _epoch, since, ...unreadable } = seal
    await browser.transaction('rw', sealed, keptSeals, async () => {
      await sealed.put({ ...unreadable, sealedAt: since, isUnreadable: true })
      await keptSeals.delete(id)
    })
  }
}

/** Reads no seal: most rounds find none. In the order in which they were made. */
async function idsOfOtherServers(
  { browser, identity: { businessId } }: SyncContext,
  epoch: string,
): Promise<string[]> {
  if (!browser) return []
  const byServer = browser.keptSeals.where('[businessId+epoch]')
  const before = byServer.between([businessId, Dexie.minKey], [businessId, epoch], true, false)
  const after = byServer.between([businessId, epoch], [businessId, Dexie.maxKey], false, true)
  return [...(await before.primaryKeys()), ...(await after.primaryKeys())].sort()
}

/** The epoch of the server that this device knows; empty if it knows none or has ended. */
async function readEpoch({ door }: SyncContext): Promise<string> {
  const state = await door
    .within((database) => database.meta.get('pull'))
    .catch((error) => {
      if (!(error instanceof DeviceClosed)) throw error
    })
  return (state?.key === 'pull' && state.epoch) || ''
}

const isoNow = (context: SyncContext) => toServerTime(new Date(context.now()).toISOString())
