/** The one row about this installation. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const installation = pgTable('installation', {
  one: boolean('one').primaryKey().default(true),
  /** Changes when the database is restored from a back-up (docs/sync-protocol.md). */
  epoch: text('epoch').notNull(),
  demoSeededAt: instant('demo_seeded_at'),
  createdAt: instant('created_at').notNull(),
  /** What new businesses begin with; null until a super admin chose others. */
  primaryColor: text('primary_color'),
  secondaryColor: text('secondary_color'),
  accentColor: text('accent_color'),
})
