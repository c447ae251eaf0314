/** One-time links that open the card of a member without an email. */
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const cardLink = pgTable(
  'card_link',
  {
    ...tenantOwned,
    /** The digest of the link's secret. */
    digest: text('digest').notNull(),
    memberId: uuid('member_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openedAt: instant('opened_at'),
    /** The key that it made: a repeated request is answered alike. */
    keyDigest: text('key_digest'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.digest] })],
)
