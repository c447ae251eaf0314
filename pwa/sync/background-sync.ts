/**
 * One round from the service worker, when the browser says that there is a network and no window
 * may be open. The same code as in a window; it only reads whose device this is by itself.
 */
import { browserDatabase, readIdentity } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { createDevice } from '#pwa/sync/create-device.ts'
import { isTillLocked } from '#pwa/sync/staff-claim.ts'
import { isTemporary } from '#pwa/sync/sync-problem.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'
import { limits } from '#schema/contract/limits.ts'

export const deviceSyncTag = 'regulars-device'

/** Asks the browser to call when there is a network, should no window be open by then. */
export async function askForBackgroundSync(
  workers: ServiceWorkerContainer | undefined,
): Promise<void> {
  const registration: SyncingRegistration | undefined = await workers?.getRegistration()
  // Safari and Firefox have no Background Sync: there the next window sends.
  await registration?.sync?.register(deviceSyncTag).catch(() => undefined)
  // An installed app is called now and then besides, and opens with what others have done.
  await registration?.periodicSync
    ?.register(deviceSyncTag, { minInterval: limits.periodicSyncHours * 3_600_000 })
    .catch(() => undefined)
}

interface SyncingRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
  periodicSync?: { register: (tag: string, often: { minInterval: number }) => Promise<void> }
}

/** @throws when work is left that another try may move, so that the browser tries again */
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
