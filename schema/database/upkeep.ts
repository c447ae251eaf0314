/** When each business's daily upkeep is due (sync-server/loyalty/upkeep.ts). */
import { pgTable } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const upkeep = pgTable('upkeep', {
  ...tenantOwned,
  dueAt: instant('due_at').notNull(),
})
