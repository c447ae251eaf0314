/** The one row about this installation. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const installation = pgTable('installation', {
  one: boolean('one').primaryKey().default(true),
  /** One part of what devices are told; the other is not in any back-up (sync-server/sync/epoch.ts). */
  epoch: text('epoch').notNull(),
  demoSeededAt: instant('demo_seeded_at'),
  createdAt: instant('created_at').notNull(),
  /** What new businesses begin with; null until a super admin chose others. */
  primaryColor: text('primary_color'),
  secondaryColor: text('secondary_color'),
  accentColor: text('accent_color'),
})
