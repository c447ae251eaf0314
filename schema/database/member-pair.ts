/** Two members who may be one person: proposed by staff, or found to be two. */
import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const memberPair = pgTable('member_pair', {
  ...tenantOwned,
  /** The lower of both ids. */
  oneId: uuid('one_id').notNull(),
  otherId: uuid('other_id').notNull(),
  proposedAt: instant('proposed_at'),
  /** Left out of the list of pairs from then on. */
  separatedAt: instant('separated_at'),
})
