/** Where each role is at home after a sign-in (docs/product.md), and where a link was followed to. */
import { type Role, roles } from '#schema/contract/permission.ts'

export function homeAddress(role: Role | undefined): string {
  if (role === 'super_admin') return '/super-admin-dashboard'
  if (role === 'business_admin') return '/business-dashboard'
  return '/'
}

/** Screens behind a sign-in, and whose they are: the first that fits holds. */
const screens: readonly [address: RegExp, of: readonly Role[]][] = [
  [/^\/(profile|email-preferences|shortcuts)$/, roles],
  [/^\/business-dashboard\/customers\//, ['business_admin', 'staff']],
  [/^\/super-admin-dashboard(\/|$)/, ['super_admin']],
  [/^\/business-dashboard\/[0-9a-f]{8}-/, ['super_admin']],
  [/^\/business-dashboard$/, ['business_admin', 'staff']],
  [/^\/business-dashboard\//, ['business_admin']],
  [/^\/(outbox|counter|shift|member)(\/|$)/, ['business_admin', 'staff']],
]

/** The screen that a person was on the way to, if this role may see it; else null. */
export function wantedAddress(search: string, role: Role | undefined): string | null {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted || !/^\/[a-z]/.test(wanted)) return null
  const { pathname } = new URL(wanted, 'https://app.invalid')
  const [, of = []] = screens.find(([address]) => address.test(pathname)) ?? []
  return role && of.includes(role) ? wanted : null
}
