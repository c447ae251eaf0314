/** Links that a business's owners caused in the last day, to bound them. */
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const emailLink = pgTable(
  'email_link',
  {
    ...tenantOwned,
    id: uuid('id').notNull(),
    memberId: uuid('member_id').notNull(),
    /** The mailbox that got it, made like `customer.mailbox_key`. */
    mailboxKey: text('mailbox_key').notNull(),
    mailedAt: instant('mailed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)
