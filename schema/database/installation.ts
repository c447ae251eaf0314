/** The single row about this installation. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const installation = pgTable('installation', {
  one: boolean('one').primaryKey().default(true),
  /**
   * One part of the epoch that devices see; the other part is in no backup
   * (sync-server/sync/epoch.ts).
   */
  epoch: text('epoch').notNull(),
  demoSeededAt: instant('demo_seeded_at'),
  createdAt: instant('created_at').notNull(),
  /** When `regulars backup` last ended well. */
  backedUpAt: instant('backed_up_at'),
  /** The default colors of new businesses; null until a super admin chooses others. */
  primaryColor: text('primary_color'),
  secondaryColor: text('secondary_color'),
  accentColor: text('accent_color'),
})
