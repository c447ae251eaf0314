/** The address that a person wanted before they had to sign in: the login's `next`. */
import type { AnyRouter } from '@tanstack/react-router'
import type { Role } from '#schema/contract/permission.ts'

/** @returns the wanted address if the router has a screen there for this role; else null */
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
  // The platform's frame holds the roles for all screens in it.
  const gates = matchedRoutes.flatMap(({ options }) => options.staticData?.only ?? [])
  return gates.includes(role) ? wanted : null
}
