/**
 * Handles a session that ended for good (docs/sync-protocol.md, "The end of a device"): deletes the
 * business's rows at once, seals the unsent work for the owner to decide on and the refused work for
 * them to see, deletes the device, and hands the seals in. Safe to kill at any point: the next start
 * runs it again, and repeating it does no harm.
 */
import { clearRows } from '#pwa/device/wipe.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { CannotSeal, handInSealed, hearSealKey } from '#pwa/sync/seal-outbox.ts'
import { endBy, isTemporary, wentWell } from '#pwa/sync/sync-problem.ts'

/**
 * @param device headless, with that account's identity; closed afterwards
 * @returns true if nothing is left, or the work waits for the next sign-in here; false if the server
 * cannot be reached, or takes the rest once the owner has decided, and it must run again
 * @throws CannotSeal if the device never received the server's key and gets none
 */
export async function handOver(device: Device): Promise<boolean> {
  const { context } = device
  try {
    await device.ready
    await context.door.within(clearRows)
    const isHeard = await succeeds(hearSealKey(context))
    try {
      await endDevice(context, { keepUnsent: true, keepRefused: true })
    } catch (error) {
      if (error instanceof CannotSeal && !isHeard) return false
      throw error
    }
    let hasRoom = true
    const handingIn = handInSealed(context).then((isAll) => {
      hasRoom = isAll
    })
    return (await succeeds(handingIn)) && hasRoom
  } finally {
    device.close()
  }
}

/** @returns false if a retry may succeed without anyone doing anything */
async function succeeds(asked: Promise<void>): Promise<boolean> {
  const { problem } = await asked.then(() => wentWell, endBy)
  return !isTemporary(problem)
}
