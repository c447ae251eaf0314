/** One re-encoded logo per business; a new one gets a new id, and so a new address. */
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

export const businessLogo = pgTable('business_logo', {
  businessId: uuid('business_id').primaryKey(),
  id: uuid('id').notNull(),
  png: bytes('png').notNull(),
  createdAt: instant('created_at').notNull(),
})
