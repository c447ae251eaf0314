/** One change of several businesses by a super admin, with what they were before. */
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Business } from '#schema/contract/business.ts'
import { instant } from './columns.ts'

export interface TenantStanding {
  id: string
  suspended: boolean
  plan: Business['plan']
}

export const tenantChange = pgTable('tenant_change', {
  id: uuid('id').primaryKey(),
  changedBy: uuid('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
  /** The new values; null for a column that the change left alone. */
  suspended: boolean('suspended'),
  plan: text('plan').$type<Business['plan']>(),
  /** The values before the change. */
  standings: jsonb('standings').$type<TenantStanding[]>().notNull(),
  undoneAt: instant('undone_at'),
})
