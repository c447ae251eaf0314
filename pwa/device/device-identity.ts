/** Derives the device's identity from the signed-in user. */
import type { DeviceIdentity } from '#pwa/device/device-database.ts'
import type { User } from '#schema/contract/account.ts'

/** @returns null for a super admin and for a user without a business: they have no device data */
export function deviceIdentityOf(user: User): DeviceIdentity | null {
  if (user.businessId === null || user.role === 'super_admin') return null
  const view = user.role === 'business_admin' ? 'owner' : 'staff'
  return { accountId: user.id, businessId: user.businessId, view }
}
