/** Opens the device of whoever is signed in to a business, and closes it when that ends. */
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { type Session, useSession } from '#pwa/session/session.ts'

const loadDevice = () => import('#pwa/sync/current-device.ts')

/** Call once in a window of the app. */
export function keepDeviceOfSession(): void {
  useSession.subscribe((session) => void follow(session))
  void follow(useSession.getState())
}

async function follow(session: Session): Promise<void> {
  if (session.state === 'loading') return
  const { closeDevice, openDevice } = await loadDevice()
  if (useSession.getState() !== session) return
  const identity = session.state === 'signedIn' ? deviceIdentityOf(session.user) : null
  if (identity) openDevice(identity)
  else closeDevice()
}
