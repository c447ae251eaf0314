/**
 * One sync round from the service worker, run when the browser reports a network and possibly no
 * window is open. It runs the same code as a window, but reads the signed-in identity itself.
 */
import { browserDatabase, readIdentity } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { createDevice } from '#pwa/sync/create-device.ts'
import { isTillLocked } from '#pwa/sync/staff-claim.ts'
import { isTemporary } from '#pwa/sync/sync-problem.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'
import { limits } from '#schema/contract/limits.ts'
import { hourMs } from '#schema/contract/time-spans.ts'

export const deviceSyncTag = 'regulars-device'

/** Registers for Background Sync, so the browser wakes the service worker once it is online. */
export async function askForBackgroundSync(
  workers: ServiceWorkerContainer | undefined,
): Promise<void> {
  const registration: SyncingRegistration | undefined = await workers?.getRegistration()
  // Safari and Firefox have no Background Sync: there, the next window sends.
  await registration?.sync?.register(deviceSyncTag).catch(() => undefined)
  // Periodic sync also wakes an installed app now and then, so it opens with recent data.
  await registration?.periodicSync
    ?.register(deviceSyncTag, { minInterval: limits.periodicSyncHours * hourMs })
    .catch(() => undefined)
}

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
  periodicSync?: { register: (tag: string, often: { minInterval: number }) => Promise<void> }
}

/** @throws when the problem is temporary, so that the browser retries */
export async function syncInBackground(): Promise<void> {
  const user = await readIdentity()
  const identity = user ? deviceIdentityOf(user) : null
  if (!identity) return
  const device = createDevice({
    identity,
    headless: true,
    locks: navigator.locks ?? null,
    channel: openBroadcast,
    browser: browserDatabase(),
    isLocked: isTillLocked,
    readAccountId: async () => (await readIdentity())?.id ?? null,
  })
  try {
    const { problem } = await device.sync()
    if (problem && isTemporary(problem)) throw new Error(problem)
  } finally {
    device.close()
  }
}
