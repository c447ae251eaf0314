/**
 * One-time codes, and the flows that take them. A flow's id is the `userId` that register, login
 * and forgot-password answer: random, its own for each, and there for unknown addresses too.
 */
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What a code proves an address for. */
export type CodePurpose = 'register' | 'reset' | 'changeEmail'

export const accountFlow = pgTable('account_flow', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  /** A registration's, an account's or an address change's id; of nobody where the address is unknown. */
  subjectId: uuid('subject_id').notNull(),
  /** Where its codes go; null where none can be sent again. */
  recipient: text('recipient'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const oneTimeCode = pgTable('one_time_code', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
})

/** What a reset mail's link proves: beside its code, and harder to guess. */
export const resetLink = pgTable('reset_link', {
  tokenHash: text('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** The address that an account wants to change to. */
export const emailChange = pgTable('email_change', {
  accountId: uuid('account_id').primaryKey(),
  /** What its code is for: another address, another subject. */
  subjectId: uuid('subject_id').notNull(),
  flowId: uuid('flow_id').notNull(),
  /** The session that asked, which goes on when the address has changed. */
  sessionId: uuid('session_id'),
  email: text('email').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
