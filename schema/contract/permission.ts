/**
 * The one table of permissions by role, which the server enforces and the screens read. `own` is
 * the actor's own business; `any` is every business (and is written to the audit log).
 */
export const roles = ['super_admin', 'business_admin', 'staff'] as const
export type Role = (typeof roles)[number]

type Reach = 'own' | 'any'
type Grants = Partial<Record<Role, Reach>>

export const permissions = {
  /** The person's own account: profile, sessions, preferences. */
  'account.own': { super_admin: 'own', business_admin: 'own', staff: 'own' },
  'business.view': { super_admin: 'any', business_admin: 'own', staff: 'own' },
  /** Downloads all data of the business as a file. */
  'business.export': { business_admin: 'own' },
  'business.configure': { super_admin: 'any', business_admin: 'own' },
  'customer.list': { super_admin: 'any', business_admin: 'own', staff: 'own' },
  /** On the phone of a member without an email. */
  'customer.openCard': { business_admin: 'own', staff: 'own' },
  'customer.seeContact': { super_admin: 'any', business_admin: 'own' },
  /** For a member who asks in person. */
  'customer.export': { business_admin: 'own' },
  'customer.import': { business_admin: 'own' },
  'customer.erase': { business_admin: 'own' },
  'customer.join': { business_admin: 'own' },
  'customer.changeBirthday': { business_admin: 'own' },
  'qrCode.view': { super_admin: 'any', business_admin: 'own', staff: 'own' },
  'qrCode.manage': { super_admin: 'any', business_admin: 'own' },
  'coupon.verify': { business_admin: 'own', staff: 'own' },
  'reward.view': { super_admin: 'any', business_admin: 'own', staff: 'own' },
  'reward.manage': { super_admin: 'any', business_admin: 'own' },
  'campaign.manage': { business_admin: 'own' },
  'redemption.configure': { business_admin: 'own' },
  /** Shows held welcomes, coupons that were used twice and other tasks for the owner. */
  'attention.view': { business_admin: 'own' },
  'staff.invite': { business_admin: 'own' },
  'till.manage': { business_admin: 'own' },
  'device.view': { business_admin: 'own' },
  'analytics.view': { super_admin: 'any', business_admin: 'own' },
  'audit.view': { super_admin: 'any', business_admin: 'own' },
  'parked.decide': { super_admin: 'any', business_admin: 'own' },
  /** Keep the business's data on a device and queue operations for it. */
  'sync.device': { business_admin: 'own', staff: 'own' },
  'platform.view': { super_admin: 'any' },
  'platform.configure': { super_admin: 'any' },
} as const satisfies Record<string, Grants>

export type Permission = keyof typeof permissions

/** @returns the role's reach for this permission, or null for none */
export function reachOf(role: Role, permission: Permission): Reach | null {
  const grants: Grants = permissions[permission]
  return grants[role] ?? null
}

/** @returns whether this role and business may do this in `businessId` */
export function mayDo(
  who: { role: Role; businessId: string | null },
  permission: Permission,
  businessId?: string,
): boolean {
  const reach = reachOf(who.role, permission)
  if (reach === null) return false
  if (reach === 'any' || businessId === undefined) return true
  return who.businessId === businessId
}

/** Permissions that a super admin only has within minutes of entering the password again. */
export const elevatedForSuperAdmin: readonly Permission[] = [
  'business.configure',
  'qrCode.manage',
  'reward.manage',
  'parked.decide',
  'platform.configure',
]
