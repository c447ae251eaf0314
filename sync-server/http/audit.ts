/** The activity log: owners see their business's, super admins everything. */
import { listAudit, listBusinessAudit } from '#sync-server/audit/list.ts'
import type { Handlers } from './route.ts'
import { inSteps, listed } from './rule-call.ts'

export const auditHandlers = {
  'business.audit': listed(inSteps(listBusinessAudit)),
  'admin.audit': listed(inSteps(listAudit)),
} satisfies Partial<Handlers>
