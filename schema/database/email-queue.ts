/** Mails on their way to SMTP. */
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const emailQueue = pgTable('email_queue', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recipient: text('recipient').notNull(),
  kind: text('kind').notNull(),
  fields: jsonb('fields').$type<Record<string, string>>().notNull(),
  subjectId: uuid('subject_id'),
  /** A second mail with the same key is dropped. */
  dedupeKey: uuid('dedupe_key').unique(),
  /** One of many, which waits behind codes and links. */
  isBulk: boolean('is_bulk').notNull().default(false),
  /** The business in whose name a customer gets it; of a campaign's mail, the campaign too. */
  senderId: uuid('sender_id'),
  campaignId: uuid('campaign_id'),
  createdAt: instant('created_at').notNull(),
  dueAt: instant('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  sentAt: instant('sent_at'),
  lastProblem: text('last_problem'),
})
