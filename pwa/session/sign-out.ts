/**
 * Signing out: the business's rows leave this device, the server ends the session, and the app
 * starts anew at / (spec.md §4). Unsent work asks first (decisions.md §3.8).
 */
import { oweLogout, settleLogout } from '#pwa/session/owed-logout.ts'
import { tellOtherTabs } from '#pwa/session/session.ts'

const loadDevice = () => import('#pwa/sync/current-device.ts')

/** @returns how many rows on this device have not been sent */
export async function countUnsentWork(): Promise<number> {
  const { currentDevice } = await loadDevice()
  return currentDevice()?.status.getState().pendingCount ?? 0
}

/**
 * @param keepUnsent true once the person knows of unsent work: it is sealed for the next sign-in
 * @throws UnsentWork when something was saved meanwhile, CannotSeal when it cannot be sealed yet;
 * then nothing has changed and the person stays signed in
 */
export async function signOut(keepUnsent: boolean): Promise<void> {
  const { wipeDevice } = await loadDevice()
  await wipeDevice(keepUnsent ? { keepUnsent } : {})
  oweLogout()
  const { clearIdentity } = await import('#pwa/device/browser-database.ts')
  await clearIdentity().catch(() => {})
  await settleLogout().catch(() => {})
  tellOtherTabs()
  location.assign('/')
}
