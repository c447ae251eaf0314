/** Addresses and phone numbers that members had before a correction. */
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const formerContact = pgTable(
  'former_contact',
  {
    ...tenantOwned,
    /** The change that replaced it. */
    changeId: uuid('change_id').notNull(),
    kind: text('kind').$type<'email' | 'phone'>().notNull(),
    memberId: uuid('member_id').notNull(),
    former: text('former').notNull(),
    /** For an address: made like `customer.email_key` and `mailbox_key`. */
    emailKey: text('email_key'),
    mailboxKey: text('mailbox_key'),
    changedAt: instant('changed_at').notNull(),
    /** The account that changed it; null for the member. */
    changedBy: uuid('changed_by'),
    undoUntil: instant('undo_until').notNull(),
    /** When an undo of this change, or of an earlier one, ended it. */
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.changeId, table.kind] })],
)
