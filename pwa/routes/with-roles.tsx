/**
 * Keeps a screen for those it is for. Signed out, a person signs in first and comes back; signed in
 * with another role, nothing is at this address (docs/product.md). Who has to set up a second step
 * does that first.
 */
import { type AsyncRouteComponent, Navigate } from '@tanstack/react-router'
import { useSession } from '#pwa/session/session.ts'
import type { Role } from '#schema/contract/permission.ts'
import { NotFoundScreen } from './not-found.tsx'

/** The router loads the screen behind the gate, as it loads one without: before it is shown. */
export function withRoles(
  roles: readonly Role[],
  Screen: AsyncRouteComponent<object>,
): AsyncRouteComponent<object> {
  function RoleGate() {
    const session = useSession()
    if (session.state === 'loading') return null
    if (session.state === 'signedOut') {
      return <Navigate to="/login" search={{ next: location.pathname + location.search }} replace />
    }
    if (session.user.secondFactor === 'needed' && location.pathname !== '/profile') {
      return <Navigate to="/profile" replace />
    }
    return roles.includes(session.user.role) ? <Screen /> : <NotFoundScreen />
  }
  return Object.assign(RoleGate, { preload: async () => Screen.preload?.() })
}
