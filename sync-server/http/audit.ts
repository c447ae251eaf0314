/** The activity log, for owners of their business and for super admins of everything. */
import { listAudit, listBusinessAudit } from '#sync-server/audit/list.ts'
import type { Handlers } from './route.ts'
import { listed, onPlatform } from './rule-call.ts'

export const auditHandlers = {
  'business.audit': listed(onPlatform(listBusinessAudit)),
  'admin.audit': listed(onPlatform(listAudit)),
} satisfies Partial<Handlers>
