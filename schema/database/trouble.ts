/** A trouble of the installation; super admins get a mail when it begins and when it is over. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { TroubleKind } from '#schema/contract/system.ts'
import { instant } from './columns.ts'

export const trouble = pgTable('trouble', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<TroubleKind>().notNull(),
  /** Tells several of a kind apart: a job's name, a server's folder. Empty for the only one. */
  subject: text('subject').notNull(),
  /** Never a person's name or address. */
  reason: text('reason').notNull(),
  since: instant('since').notNull(),
  /** When a server last saw it. */
  lastAt: instant('last_at').notNull(),
  endedAt: instant('ended_at'),
  /** The latest mail about it. */
  told: text('told').$type<'begun' | 'over'>(),
  /** When a super admin asked to try again. */
  retryAt: instant('retry_at'),
})
