/**
 * Opens the device of whoever is signed in to a business, and closes it when that ends. Where the
 * server has withdrawn her rights, what this browser holds of hers is handed over first.
 */
import { forgetClosedIdentity, readClosedIdentities } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { refreshSession, type Session, useSession } from '#pwa/session/session.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { takeTurns } from '#pwa/sync/take-turns.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

const loadDevice = () => import('#pwa/sync/current-device.ts')
const inTurn = takeTurns()
const rightsEnded = {
  title: 'Your access has ended',
  description: 'What this device had saved goes to the business to decide.',
  tone: 'destructive',
} as const

/** Call once in a window of the app. */
export function keepDeviceOfSession(): void {
  useSession.subscribe((session) => void follow(session))
  void follow(useSession.getState())
}

async function follow(session: Session): Promise<void> {
  if (session.state === 'loading') return
  const { closeDevice, currentDevice, openDevice } = await loadDevice()
  if (useSession.getState() !== session) return
  const identity = session.state === 'signedIn' ? deviceIdentityOf(session.user) : null
  const before = currentDevice()
  const device = identity ? openDevice(identity) : null
  if (device && device !== before) endWithRights(device)
  if (!device) closeDevice()
  if (session.state === 'signedOut' && session.isClosed) showToast(rightsEnded)
  await handOverClosed().catch(() => {})
}

/** A device that may only push any more belongs to nobody who is signed in. */
function endWithRights(device: Device): void {
  device.status.subscribe((status, before) => {
    if (status.problem === 'pushOnly' && before.problem !== 'pushOnly') void refreshSession()
  })
}

/** Tried at every start and whenever the session is asked for, until nothing of hers is left. */
export function handOverClosed(): Promise<void> {
  return inTurn(async () => {
    const { handOverDevice } = await loadDevice()
    for (const user of await readClosedIdentities()) {
      const identity = deviceIdentityOf(user)
      if (!identity || (await handOverDevice(identity))) await forgetClosedIdentity(user)
    }
  })
}
