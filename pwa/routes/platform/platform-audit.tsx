/** The audit log of the platform and of every business, for super admins. */

import { PlatformAuditLog } from '#pwa/routes/audit-log/audit-log.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'

export function PlatformAuditScreen() {
  // For their names only: without an answer the log itself is still shown.
  const { data: businesses = [] } = useSeenCall('admin.businesses')
  return <PlatformAuditLog businesses={businesses} />
}
