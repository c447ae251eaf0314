/** A super admin's `/`: the dashboard that also has its own address. */

import { SuperAdminFrame } from '#pwa/routes/frame/platform-frame.tsx'
import { PlatformOverviewScreen } from './overview.tsx'

export function SuperAdminHomeScreen() {
  return (
    <SuperAdminFrame>
      <PlatformOverviewScreen />
    </SuperAdminFrame>
  )
}
