/** The second factors of accounts, and the second steps in progress. */
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

export const passkey = pgTable('passkey', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** The authenticator's id for it, base64url. */
  credentialId: text('credential_id').notNull().unique(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

export const authenticatorApp = pgTable('authenticator_app', {
  accountId: uuid('account_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: instant('created_at').notNull(),
  /** The time step of the last accepted code, so that no code counts twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: uuid('account_id').notNull(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

/**
 * A sign-in whose password was right; its id is the `userId` of the answer. With a session, it is
 * the challenge of a passkey being added in that session.
 */
export const secondStep = pgTable('second_step', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  sessionId: uuid('session_id'),
  challenge: text('challenge'),
  tries: integer('tries').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
