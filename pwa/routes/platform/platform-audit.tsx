/** The audit log of the platform and of every business, for super admins. */
import { useCall } from '#pwa/api/use-call.ts'
import { PlatformAuditLog } from '#pwa/routes/audit-log/audit-log.tsx'

export function PlatformAuditScreen() {
  // For their names only: without an answer the log itself is still shown.
  const { data: businesses = [] } = useCall('admin.businesses')
  return <PlatformAuditLog businesses={businesses} />
}
