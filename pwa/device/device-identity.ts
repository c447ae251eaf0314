/** Whose device this is, from what the server said of the signed-in person. */
import type { DeviceIdentity } from '#pwa/device/device-database.ts'
import type { User } from '#schema/contract/account.ts'

/** @returns null for a super admin and for someone of no business: they hold nothing on a device */
export function deviceIdentityOf(user: User): DeviceIdentity | null {
  if (user.businessId === null || user.role === 'super_admin') return null
  const view = user.role === 'business_admin' ? 'owner' : 'staff'
  return { accountId: user.id, businessId: user.businessId, view }
}
