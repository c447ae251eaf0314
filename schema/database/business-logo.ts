/** One logo a business, re-encoded; a new one gets a new id, and with it a new address. */
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

export const businessLogo = pgTable('business_logo', {
  businessId: uuid('business_id').primaryKey(),
  id: uuid('id').notNull(),
  png: bytes('png').notNull(),
  createdAt: instant('created_at').notNull(),
})
