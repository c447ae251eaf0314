/** People who registered and have not yet verified their address. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const registration = pgTable('registration', {
  id: uuid('id').primaryKey(),
  inviteId: uuid('invite_id').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
