/**
 * Turns this device into a till: the server replaces the owner's session with the till's, and the
 * owner's data on the device is handed over and deleted, as after a sign-out (session-device.ts).
 */
import { call } from '#pwa/api/call.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { refreshSession, tellOtherTabs } from '#pwa/session/session.ts'
import { handOverClosed } from '#pwa/session/session-device.ts'
import { keepTillBrand } from '#pwa/session/till-brand.ts'
import { ownKeyPair } from '#pwa/session/till-key-pair.ts'

export async function enrollThisDevice(businessId: string, name: string): Promise<void> {
  const params = { businessId }
  const brand = await call('business.get', { params })
  // Stored before it is sent, so that the till has this key even if the answer is lost.
  const { publicKey } = await ownKeyPair()
  await withFreshPassword(() => call('business.enrollTill', { params, body: { name, publicKey } }))
  keepTillBrand(brand)
  await refreshSession()
  // If the network fails now, the next start repeats it.
  await handOverClosed().catch(() => {})
  tellOtherTabs()
  location.assign('/')
}
