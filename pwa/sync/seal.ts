/** Encrypts a push to the server's key (JWE, RFC 7516), and hands one in. */
import { CallRefused } from '#pwa/api/request.ts'
import { serverAheadMs } from '#pwa/api/server-clock.ts'
import type { SealKeyMeta } from '#pwa/device/device-database.ts'
import type { Batch } from '#pwa/sync/push-batch.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'

/** @returns one seal for each batch, not stored yet */
export async function sealBatches(
  context: SyncContext,
  key: SealKeyMeta,
  { batches, sealingId }: { batches: readonly Batch[]; sealingId: string },
) {
  const { CompactEncrypt, importJWK } = await import('jose')
  const publicKey = await importJWK(key.publicKey, 'ECDH-ES')
  const aheadMs = serverAheadMs()
  const sealed = []
  for (const { outboxId, operations } of batches) {
    const deviceNow = new Date(context.now()).toISOString()
    const push = { outboxId, deviceNow, ...(aheadMs !== null && { skewMs: -aheadMs }), operations }
    const content = { ticket: key.ticket, sealingId, push }
    const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(publicKey)
    const { businessId } = context.identity
    sealed.push({ id: context.newId(), businessId, operations: operations.length, jwe })
  }
  return sealed
}

/** Only work that fails to decrypt is unreadable; anything else is kept and sent again. */
export async function handIn(context: SyncContext, jwe: string) {
  try {
    const { outcomes } = await context.ask('sync.handSealed', { body: { sealed: [jwe] } })
    return outcomes[0]
  } catch (error) {
    // Work refused because of its author must not stop the rounds of the person who sends it.
    const isRefused = error instanceof CallRefused
    const isFull = isRefused && error.code === 'parked_full'
    const isPassing = !isRefused || (!isFull && [401, 429].includes(error.status))
    if (isPassing || error.status >= 500) throw error
    return isFull ? 'full' : 'refused'
  }
}

export async function readSealKey(context: SyncContext): Promise<SealKeyMeta | undefined> {
  const key = await context.door.within((database) => database.meta.get('sealKey'))
  return key?.key === 'sealKey' ? key : undefined
}
