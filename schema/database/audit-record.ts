/**
 * The audit log of a business: who did what to what, when and from where. Append-only by
 * privileges.
 */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned } from './columns.ts'

export const auditRecord = pgTable('audit_record', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  happenedAt: instant('happened_at').notNull(),
  actorKind: text('actor_kind').notNull(),
  actorId: uuid('actor_id'),
  act: text('act').notNull(),
  subjectId: text('subject_id'),
  outcome: text('outcome').$type<'done' | 'refused' | 'parked'>().notNull(),
  code: text('code'),
  network: text('network'),
})
