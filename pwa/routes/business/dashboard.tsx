/**
 * `/business-dashboard`: the user's own business or, with an id in the path, one that a super admin
 * views.
 */
import { useParams } from '@tanstack/react-router'
import { OwnDashboardScreen } from './own-dashboard.tsx'
import { ViewedDashboardScreen } from './viewed-dashboard.tsx'

export function BusinessDashboardScreen() {
  const { businessId } = useParams({ strict: false }) as { businessId?: string }
  return businessId ? <ViewedDashboardScreen key={businessId} /> : <OwnDashboardScreen />
}
