/** `/` of a super admin: the same dashboard as at its own address (spec.md §2). */
import { SuperAdminFrame } from './frame.tsx'
import { PlatformOverviewScreen } from './overview.tsx'

export function SuperAdminHomeScreen() {
  return (
    <SuperAdminFrame>
      <PlatformOverviewScreen />
    </SuperAdminFrame>
  )
}
