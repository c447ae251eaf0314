/** The audit log of actions outside any business. Append-only by privileges. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const platformAuditRecord = pgTable('platform_audit_record', {
  id: uuid('id').primaryKey(),
  happenedAt: instant('happened_at').notNull(),
  actorKind: text('actor_kind').notNull(),
  actorId: uuid('actor_id'),
  act: text('act').notNull(),
  subjectId: text('subject_id'),
  outcome: text('outcome').$type<'done' | 'refused' | 'parked'>().notNull(),
  code: text('code'),
  network: text('network'),
})
