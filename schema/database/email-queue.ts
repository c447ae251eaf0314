/** The queue of mails to send by SMTP. */
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const emailQueue = pgTable('email_queue', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The id in its Message-ID, the same for every attempt. */
  messageId: uuid('message_id').notNull().defaultRandom(),
  recipient: text('recipient').notNull(),
  kind: text('kind').notNull(),
  fields: jsonb('fields').$type<Record<string, string>>().notNull(),
  subjectId: uuid('subject_id'),
  /** A second mail with the same key is dropped. */
  dedupeKey: uuid('dedupe_key').unique(),
  /** A bulk mail, which waits behind codes and links. */
  isBulk: boolean('is_bulk').notNull().default(false),
  /**
   * The business that a mail to a customer is sent for; for a campaign's mail, also the campaign.
   */
  senderId: uuid('sender_id'),
  campaignId: uuid('campaign_id'),
  createdAt: instant('created_at').notNull(),
  dueAt: instant('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  sentAt: instant('sent_at'),
  lastProblem: text('last_problem'),
  failedAt: instant('failed_at'),
})
