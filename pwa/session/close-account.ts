/**
 * Closes one's own account: the server ends its rights, then its rows leave this device. Unsent
 * work is sealed for the next sign-in to the business; where it cannot be sealed it is sent now, for
 * the server to park (decisions.md §3.6, §3.8). Logout is not called (spec.md §4).
 */
import { call } from '#pwa/api/call.ts'
import { tellOtherTabs } from '#pwa/session/session.ts'

/** @throws CallRefused, NoAnswer: then nothing has changed */
export async function closeAccount(by: 'auth.deactivate' | 'auth.eraseAccount'): Promise<void> {
  await call(by)
  const { syncNow, wipeDevice } = await import('#pwa/sync/current-device.ts')
  await wipeDevice({ keepUnsent: true }).catch(syncNow)
  const { clearIdentity } = await import('#pwa/device/browser-database.ts')
  await clearIdentity().catch(() => {})
}

/** After the person has read that it is done: the app starts anew at /. */
export function leaveClosedAccount(): void {
  tellOtherTabs()
  location.assign('/')
}
