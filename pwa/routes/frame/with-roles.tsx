/**
 * Limits a screen to certain roles. Signed-out visitors sign in first and come back
 * (docs/specification.md); other roles see the not-found screen. Accounts that must set up a second
 * step do that first.
 */
import { type AsyncRouteComponent, Navigate } from '@tanstack/react-router'
import { useSession } from '#pwa/session/session.ts'
import type { Role } from '#schema/contract/permission.ts'
import { NotFoundScreen } from './not-found.tsx'

/** The router preloads the screen behind the gate, just as it would without the gate. */
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
