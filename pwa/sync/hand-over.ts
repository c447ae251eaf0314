/**
 * Handles an account whose access was withdrawn (docs/sync-protocol.md, "The end of a device"):
 * deletes the business's rows at once, pushes the unsent work for the owner to decide on and the
 * refused work for them to see, then deletes the device. Safe to kill at any point: the next start runs it again, and repeating it does
 * no harm.
 */
import { clearRows } from '#pwa/device/wipe.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { sendBatch } from '#pwa/sync/push.ts'
import { refusedBatches } from '#pwa/sync/push-batch.ts'
import { CannotSeal, hearSealKey } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import { endBy, isTemporary, wentWell } from '#pwa/sync/sync-problem.ts'

/**
 * @param device headless, with that account's identity; closed afterwards
 * @returns true if nothing is left; false if the server cannot be reached and it must run again
 * @throws CannotSeal if the server accepts none of the work and the device never received its key
 */
export async function handOver(device: Device): Promise<boolean> {
  try {
    await device.ready
    await device.context.door.within(clearRows)
    const { problem } = await device.sync()
    if (isTemporary(problem)) return false
    if (!(await reportRefused(device.context))) return false
    // From such an account the server rejects an outbox it has not seen before: seal that work.
    return await endSealed(device.context)
  } finally {
    device.close()
  }
}

/**
 * Sends refused work again before this device deletes it: from a withdrawn account, the server lists
 * it for the owner.
 * @returns false if the server cannot be reached
 */
async function reportRefused(context: SyncContext): Promise<boolean> {
  for (const batch of await context.door.within(refusedBatches)) {
    const { problem } = await sendBatch(context, batch).then(() => wentWell, endBy)
    if (isTemporary(problem)) return false
  }
  return true
}

/** @returns false if the device has no key and cannot fetch one now */
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
