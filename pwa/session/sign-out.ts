/**
 * Signing out: the business's rows leave this device, the server ends the session, and the app
 * starts anew at / (docs/product.md). Unsent work asks first (docs/product.md).
 */
import { create } from 'zustand'
import { oweLogout, settleLogout } from '#pwa/session/owed-logout.ts'
import { tellOtherTabs, useSession } from '#pwa/session/session.ts'

/** The device is being wiped: its status is neither an expired session nor an empty outbox. */
export const useSigningOut = create(() => false)

const loadDevice = () => import('#pwa/sync/current-device.ts')

/** What signing out has to ask about. */
export interface WorkHere {
  /** Not sent yet: it would be sealed. */
  unsent: number
  /** Refused, and neither put away nor asked again: what it was is listed only on this device. */
  refused: number
  /** Signing in again needs the server. */
  offline: boolean
}

export async function countWorkHere(): Promise<WorkHere> {
  const { currentDevice } = await loadDevice()
  const status = currentDevice()?.status.getState()
  const session = useSession.getState()
  const offline =
    status?.problem === 'noAnswer' || (session.state === 'signedIn' && session.offline)
  return { unsent: status?.pendingCount ?? 0, refused: status?.refusedCount ?? 0, offline }
}

/**
 * @param keepUnsent true once the person knows of the work here: what is unsent is sealed for the
 * next sign-in, what was refused goes
 * @throws OpenWork when something was saved meanwhile, CannotSeal when it cannot be sealed yet;
 * then nothing has changed and the person stays signed in
 */
export async function signOut(keepUnsent: boolean, next = '/'): Promise<void> {
  const { wipeDevice } = await loadDevice()
  useSigningOut.setState(true, true)
  // Back may bring this page as it was left.
  window.addEventListener('pageshow', endSigningOut, { once: true })
  await wipeDevice(keepUnsent ? { keepUnsent } : {}).catch((error: unknown) => {
    endSigningOut()
    throw error
  })
  oweLogout()
  const { clearIdentity } = await import('#pwa/device/browser-database.ts')
  await clearIdentity().catch(() => {})
  await settleLogout().catch(() => {})
  tellOtherTabs()
  location.assign(next)
}

function endSigningOut(): void {
  window.removeEventListener('pageshow', endSigningOut)
  useSigningOut.setState(false, true)
}
