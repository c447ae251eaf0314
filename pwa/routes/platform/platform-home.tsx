/** A super admin's `/`: the dashboard that also has its own address. */

import { PlatformOverviewScreen } from './overview.tsx'
import { SuperAdminFrame } from './platform-frame.tsx'

export function SuperAdminHomeScreen() {
  return (
    <SuperAdminFrame>
      <PlatformOverviewScreen />
    </SuperAdminFrame>
  )
}
