/** Where each role is at home after a sign-in (docs/product.md), and where a link was followed to. */
import type { Role } from '#schema/contract/permission.ts'

export function homeAddress(role: Role | undefined): string {
  if (role === 'super_admin') return '/super-admin-dashboard'
  if (role === 'business_admin') return '/business-dashboard'
  return '/'
}

/** A screen of this app that a person was on the way to; anything else is not followed. */
export function wantedAddress(search: string): string | null {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted || !/^\/[a-z]/.test(wanted) || /^\/(api|dev|login)\b/.test(wanted)) return null
  return wanted
}
