/** The audit log, for owners of their business and for super admins of everything. */
import type { AuditRecord } from '#schema/contract/platform.ts'
import { auditLogRead } from '#sync-server/audit/audit.ts'
import { listAudit, listAuditOf } from '#sync-server/audit/list.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { listed } from './listed.ts'
import type { Handlers } from './route.ts'

export const auditHandlers = {
  'business.audit': async (request, server) => {
    const { businessId } = request.params
    const paged = await server.doors.platform((db) => listAuditOf(db, businessId, request.query))
    return listed(request, paged, withoutKey)
  },

  'admin.audit': async (request, server) => {
    const { actor, origin } = request
    const { businessId, ...query } = request.query
    const now = server.clock.now()
    const paged = await server.doors.platform(async (db) => {
      const read = businessId
        ? await listAuditOf(db, businessId, query)
        : await listAudit(db, query)
      const seen = read.rows.flatMap((row) => row.businessId ?? [])
      await auditLogRead(db, actor as SignedIn, origin, new Set(seen), now)
      return read
    })
    return listed(request, paged, withoutKey)
  },
} satisfies Partial<Handlers>

function withoutKey({ createdAt: _, ...record }: AuditRecord & { createdAt: Date }): AuditRecord {
  return record
}
