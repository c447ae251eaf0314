/**
 * One-time codes, and the flows that accept them. A flow's id is the `userId` in the answers of
 * register, login and forgot-password: random, new for each flow, and given for unknown addresses
 * too.
 */
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The reason an address is verified with a code. */
export type CodePurpose = 'register' | 'reset' | 'changeEmail'

export const accountFlow = pgTable('account_flow', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<CodePurpose>().notNull(),
  /**
   * The id of a registration, an account or an address change; a random one if the address is
   * unknown.
   */
  subjectId: uuid('subject_id').notNull(),
  /** Where its codes are mailed; null if none can be sent again. */
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

/** The token in a reset mail's link: an alternative to the code that is harder to guess. */
export const resetLink = pgTable('reset_link', {
  tokenHash: text('token_hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** The address that the account had, where the link undoes a change of it. */
  restoresEmail: text('restores_email'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** The new address that an account wants to change to. */
export const emailChange = pgTable('email_change', {
  accountId: uuid('account_id').primaryKey(),
  /** The subject of its code; each new address gets a new one. */
  subjectId: uuid('subject_id').notNull(),
  flowId: uuid('flow_id').notNull(),
  /** The session that asked, which stays valid when the address has changed. */
  sessionId: uuid('session_id'),
  email: text('email').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
