/**
 * Opens the device of the signed-in user and closes it when the session ends. If it ended for
 * good, the unsent work in this browser is handed over.
 */

import { forgetClosedIdentity, readClosedIdentities } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { takeTurns } from '#pwa/queue/take-turns.ts'
import { badgeOf } from '#pwa/session/app-badge.ts'
import { forgetOwnClosure, isOwnClosure } from '#pwa/session/own-closure.ts'
import { refreshSession, type Session, serverReached, useSession } from '#pwa/session/session.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { sessionTexts } from '#pwa/texts/session.ts'
import { showToast } from '#pwa/ui/toast-store.ts'

const loadDevice = () => import('#pwa/sync/current-device.ts')
const inTurn = takeTurns()
let tellRead = () => {}
/** Resolves when the device's rows are in memory, or if the signed-in user has no data here. */
export const deviceRead = new Promise<void>((resolve) => {
  tellRead = resolve
})

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
  if (device && device !== before) followStatus(device)
  void Promise.resolve(device?.ready).then(tellRead, tellRead)
  if (!device) closeDevice()
  if (device !== before || !device) badgeOf(device?.status ?? null)
  if (session.state === 'signedIn') forgetOwnClosure()
  if (session.state === 'signedOut' && session.isClosed && !isOwnClosure()) {
    tellWhyClosed(session.isClosed)
  }
  await handOverClosed().catch(() => {})
}

function tellWhyClosed(because: 'account_closed' | 'device_revoked'): void {
  const [title, description] =
    because === 'account_closed'
      ? [sessionTexts.accessRemoved, sessionTexts.accessRemovedHint]
      : [sessionTexts.deviceRevoked, sessionTexts.deviceRevokedHint]
  showToast({ title, description, tone: 'destructive' })
}

function followStatus(device: Device): void {
  device.status.subscribe((status, before) => {
    // The session ended for good: the answer says why, and the device is handed over.
    if (status.problem === 'ended' && before.problem !== 'ended') void refreshSession()
    // Another tab may have reached the server or pulled; this one made no call.
    const isAnswered = before.problem === 'noAnswer' && status.problem === null
    const hasPulled = before.ready && status.lastPulledAt !== before.lastPulledAt
    if (isAnswered || hasPulled) serverReached()
  })
}

/** Runs at every start and session change, until nothing is left to hand over. */
export function handOverClosed(): Promise<void> {
  return inTurn(async () => {
    const { handOverDevice } = await loadDevice()
    for (const user of await readClosedIdentities()) {
      const identity = deviceIdentityOf(user)
      if (!identity || (await handOverDevice(identity))) await forgetClosedIdentity(user)
    }
  })
}
