/** Where a link led before the sign-in stopped it: the login's `next` (docs/product.md). */
import type { AnyRouter } from '@tanstack/react-router'
import type { Role } from '#schema/contract/permission.ts'

/** The screen that a person was on the way to, if the router has it for this role; else null. */
export function wantedAddress(
  { getMatchedRoutes }: Pick<AnyRouter, 'getMatchedRoutes'>,
  search: string,
  role: Role | undefined,
): string | null {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted || !/^\/[a-z]/.test(wanted)) return null
  const { pathname } = new URL(wanted, 'https://app.invalid')
  const [matchedRoutes, , foundRoute] = getMatchedRoutes(pathname)
  if (!foundRoute || !role) return null
  // The platform's frame says whose all the screens in it are.
  const gates = matchedRoutes.flatMap(({ options }) => options.staticData?.only ?? [])
  return gates.includes(role) ? wanted : null
}
