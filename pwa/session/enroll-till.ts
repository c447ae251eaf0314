/**
 * This device becomes a till: the server replaces the owner's session with the till's, and what the
 * device held as the owner is handed over and leaves it, as after a sign-out (session-device.ts).
 */
import { call } from '#pwa/api/call.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { refreshSession, tellOtherTabs } from '#pwa/session/session.ts'
import { handOverClosed } from '#pwa/session/session-device.ts'
import { ownKeyPair } from '#pwa/session/till-key-pair.ts'

export async function enrollThisDevice(businessId: string, name: string): Promise<void> {
  // Kept before it is sent: whatever becomes of the answer, it is the one that the till has.
  const { publicKey } = await ownKeyPair()
  await withFreshPassword(() =>
    call('business.enrollTill', { params: { businessId }, body: { name, publicKey } }),
  )
  await refreshSession()
  // Tried again at every start, should the network fail now.
  await handOverClosed().catch(() => {})
  tellOtherTabs()
  location.assign('/')
}
