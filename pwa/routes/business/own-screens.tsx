/** Screens of one's own business that ask the server: staff and the audit log, in its frame. */
import type { ComponentType } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { AuditLogScreen } from '#pwa/routes/audit-log/audit-log.tsx'
import { StaffScreen } from '#pwa/routes/staff/staff.tsx'
import { useSession } from '#pwa/session/session.ts'
import { AccessDenied } from './access-denied.tsx'
import { BusinessFrame } from './frame.tsx'
import { ProgramScreen } from './program.tsx'

function inOwnFrame(Screen: ComponentType<{ businessId: string }>) {
  return function OwnScreen() {
    const { business } = useBusiness()
    const session = useSession()
    const businessId = session.state === 'signedIn' ? session.user.businessId : null
    if (session.state === 'signedIn' && !businessId) return <AccessDenied />
    return (
      <BusinessFrame business={business} base="/business-dashboard">
        {businessId && <Screen businessId={businessId} />}
      </BusinessFrame>
    )
  }
}

export const OwnProgramScreen = inOwnFrame(ProgramScreen)
export const OwnStaffScreen = inOwnFrame(StaffScreen)
export const OwnAuditLogScreen = inOwnFrame(AuditLogScreen)
