/** The audit log, for owners of their business and for super admins of everything. */
import type { AuditRecord } from '#schema/contract/platform.ts'
import { listAudit, listAuditOf } from '#sync-server/audit/list.ts'
import { findBusiness } from '#sync-server/platform/business.ts'
import { listed } from './listed.ts'
import type { Handlers } from './route.ts'

export const auditHandlers = {
  'business.audit': async (request, server) => {
    const { id } = await server.doors.platform((db) => findBusiness(db, request.params.businessId))
    const paged = await server.doors.platform((db) => listAuditOf(db, id, request.query))
    return listed(request, paged, withoutKey)
  },

  'admin.audit': async (request, server) => {
    const { businessId, ...query } = request.query
    const paged = await server.doors.platform((db) =>
      businessId ? listAuditOf(db, businessId, query) : listAudit(db, query),
    )
    return listed(request, paged, withoutKey)
  },
} satisfies Partial<Handlers>

function withoutKey({ createdAt: _, ...record }: AuditRecord & { createdAt: Date }): AuditRecord {
  return record
}
