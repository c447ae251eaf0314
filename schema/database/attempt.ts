/** Counted attempts, so that limits hold across servers and restarts. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const attempt = pgTable('attempt', {
  /** The counted action and its subject; addresses only as digests. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** When the count began. */
  sinceAt: instant('since_at').notNull(),
  lastAt: instant('last_at').notNull(),
  pausedUntil: instant('paused_until'),
})
