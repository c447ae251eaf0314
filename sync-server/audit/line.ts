/** A line of the activity log before it has names, and how readers ask for lines. */
import type { AuditRecord } from '#schema/contract/platform.ts'
import type { auditRecord } from '#schema/database/audit-record.ts'
import type { PageQuery } from '#sync-server/rule/pagination.ts'

export interface AuditQuery extends PageQuery {
  act?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  outcome?: 'done' | 'refused' | 'parked' | undefined
}

type Row = typeof auditRecord.$inferSelect
export type Line = Omit<Row, 'businessId'> &
  Partial<Pick<AuditRecord, 'customer' | 'amount' | 'points' | 'reward' | 'reason' | 'changed'>> & {
    businessId: string | null
    createdAt: Date
  }
