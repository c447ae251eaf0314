/**
 * Whether this device is shared, and so must keep nothing of customers: a business's user is signed
 * in on it, or it is a kiosk.
 */
import { readIdentity } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import { kioskCode } from '#pwa/visitor/kiosk.ts'

export async function isTill(): Promise<boolean> {
  if (kioskCode() !== null) return true
  const user = await readIdentity()
  return user !== null && deviceIdentityOf(user) !== null
}

/** Whether a person is signed in, as opposed to a till or no one. */
export async function isPersonHere(): Promise<boolean> {
  const user = await readIdentity()
  return user !== null && !user.till
}
