/** The person of this device, and sample sign-ups and searches. */
import type { DeviceIdentity } from '#pwa/device/device-database.ts'
import { deviceIdentityOf } from '#pwa/device/device-identity.ts'
import type { User } from '#schema/contract/account.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'

export async function readIdentity(): Promise<DeviceIdentity> {
  const response = await fetch('/api/auth/user')
  const identity = deviceIdentityOf((await response.json()) as User)
  if (!identity) throw new Error('Nobody of a business is signed in')
  return identity
}

export function newSignUp(): OperationPayload<'customer.signUp'> {
  const memberId = crypto.randomUUID()
  return {
    memberId,
    firstName: 'Bo',
    lastName: 'Castellan',
    email: `${memberId}@example.com`,
    phone: null,
    marketingEmailConsent: false,
    marketingSmsConsent: false,
    pushNotificationConsent: false,
    termsAccepted: true,
    privacyPolicyAccepted: true,
  }
}

/** Number of results that a screen shows. */
export const resultsMost = 20

/**
 * Common prefixes, rare ones, whole words, addresses and phones; fill-customers.ts contains them
 * all.
 */
export const queries = [
  ...['ad', 'bo', 'mar', 'zoe', 'kat', 'jo', 'li', 'be', 'mu', 'sch', 'yi', 'and', 'nov', 'ivan'],
  ...['castellan', 'muller', 'anne', 'marie', 'zhang', 'person1', 'person4', 'person49', 'example'],
  ...['person12345', 'person49999', 'person7@', '5550', '1555', '15557919', '7919', '0042'],
]
