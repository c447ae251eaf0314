/**
 * Keeps a screen for those it is for. Signed out, a person signs in first and comes back; signed in
 * with another role, nothing is at this address (spec.md §2).
 */
import { lazyRouteComponent, Navigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useSession } from '#pwa/session/session.ts'
import type { Role } from '#schema/contract/permission.ts'

const NotFoundScreen = lazyRouteComponent(
  () => import('#pwa/routes/not-found.tsx'),
  'NotFoundScreen',
)

export function withRoles(roles: readonly Role[], Screen: ComponentType): () => ReactNode {
  return function RoleGate() {
    const session = useSession()
    if (session.state === 'loading') return null
    if (session.state === 'signedOut') {
      return <Navigate to="/login" search={{ next: location.pathname + location.search }} replace />
    }
    return roles.includes(session.user.role) ? <Screen /> : <NotFoundScreen />
  }
}
