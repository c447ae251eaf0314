/** The start page of each role after a sign-in. */
import type { Role } from '#schema/contract/permission.ts'

export function homeAddress(role: Role | undefined): string {
  if (role === 'super_admin') return '/super-admin-dashboard'
  if (role === 'business_admin') return '/business-dashboard'
  return '/'
}
