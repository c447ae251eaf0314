/**
 * One round from the service worker, when the browser says that there is a network and no window
 * may be open. The same code as in a window; it only reads whose device this is by itself.
 */
import { browserDatabase, readIdentity } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { createDevice } from '#pwa/sync/create-device.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'

export const deviceSyncTag = 'regulars-device'

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
    readAccountId: async () => (await readIdentity())?.id ?? null,
  })
  try {
    const { problem } = await device.sync()
    if (problem === 'noAnswer' || problem === 'serverBusy') throw new Error(problem)
  } finally {
    device.close()
  }
}
