/**
 * The last thing a device does for a person whose rights were withdrawn (docs/product.md): the
 * business's rows go at once, what they had saved is handed in for the owner to decide, and then
 * nothing stays. Killed anywhere, it begins anew at the next start and does no harm twice.
 */
import { clearRows } from '#pwa/device/wipe.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { CannotSeal, hearSealKey } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import { endBy, isTemporary, wentWell } from '#pwa/sync/sync-problem.ts'

/**
 * @param device headless, of their identity; closed afterwards
 * @returns whether nothing is left; false while nobody answers, and then it has to be tried again
 * @throws CannotSeal when the server takes nothing of theirs and never gave its key
 */
export async function handOver(device: Device): Promise<boolean> {
  try {
    await device.ready
    await device.context.door.within(clearRows)
    const { problem } = await device.sync()
    if (isTemporary(problem)) return false
    // An outbox that the server has never heard of is not taken from them: it goes the sealed way.
    return await endSealed(device.context)
  } finally {
    device.close()
  }
}

/** @returns false when the key has never been heard, and nobody gives it now */
async function endSealed(context: SyncContext): Promise<boolean> {
  const end = () => endDevice(context, { keepUnsent: true })
  try {
    await end()
  } catch (error) {
    if (!(error instanceof CannotSeal)) throw error
    const { problem } = await hearSealKey(context).then(() => wentWell, endBy)
    if (isTemporary(problem)) return false
    await end()
  }
  return true
}
