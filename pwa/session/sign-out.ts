/**
 * Signs out: deletes the business's rows from this device, ends the session on the server, and
 * reloads the app at /. Asks first if work is unsent (docs/product.md, "Offline" 8).
 */
import { create } from 'zustand'
import { deferSignOut, settleSignOut } from '#pwa/session/pending-sign-out.ts'
import { tellOtherTabs, useSession } from '#pwa/session/session.ts'

/**
 * True while the device is being wiped: its status then means neither an expired session nor an
 * empty outbox.
 */
export const useSigningOut = create(() => false)

const loadDevice = () => import('#pwa/sync/current-device.ts')

/** The work a sign-out has to ask about. */
export interface WorkHere {
  /** Not sent yet: it would be sealed. */
  unsent: number
  /** Refused, and neither dismissed nor retried: only this device lists it. */
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
 * @param keepUnsent true once the person knows of the work here: unsent work is sealed for the next
 * sign-in, refused work is deleted
 * @throws OpenWork if something was saved in between, CannotSeal if it cannot be sealed yet; then
 * nothing has changed and the person stays signed in
 */
export async function signOut(keepUnsent: boolean, next = '/'): Promise<void> {
  const { wipeDevice } = await loadDevice()
  useSigningOut.setState(true, true)
  // Back may restore this page as it was left.
  window.addEventListener('pageshow', endSigningOut, { once: true })
  await wipeDevice(keepUnsent ? { keepUnsent } : {}).catch((error: unknown) => {
    endSigningOut()
    throw error
  })
  deferSignOut()
  const { clearIdentity } = await import('#pwa/device/browser-database.ts')
  await clearIdentity().catch(() => {})
  await settleSignOut().catch(() => {})
  tellOtherTabs()
  location.assign(next)
}

function endSigningOut(): void {
  window.removeEventListener('pageshow', endSigningOut)
  useSigningOut.setState(false, true)
}
