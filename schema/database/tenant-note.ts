/** Super admins' notes about a business (migration 0091). Append-only by privileges. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const tenantNote = pgTable('tenant_note', {
  id: uuid('id').primaryKey(),
  businessId: uuid('business_id').notNull(),
  text: text('text').notNull(),
  writtenBy: uuid('written_by').notNull(),
  writtenAt: instant('written_at').notNull(),
})
