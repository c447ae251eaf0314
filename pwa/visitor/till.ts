/** Whether someone of a business is signed in on this device: then it keeps nothing of customers. */
import { readIdentity } from '#pwa/device/browser-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'

export async function isTill(): Promise<boolean> {
  const user = await readIdentity()
  return user !== null && deviceIdentityOf(user) !== null
}

/** Whether a person is signed in themselves, not a till that they unlock. */
export async function isPersonHere(): Promise<boolean> {
  const user = await readIdentity()
  return user !== null && !user.till
}
