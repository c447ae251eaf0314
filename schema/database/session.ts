/** Sessions: who is signed in, on which device. Of the cookie, only a digest is stored. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  device: text('device').notNull(),
  network: text('network').notNull(),
  createdAt: instant('created_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  elevatedUntil: instant('elevated_until'),
  endedAt: instant('ended_at'),
  /**
   * 'revoked' by the person from elsewhere, or by an owner: the device wipes its data. 'changed' by
   * a new password or role: the device keeps its work and asks to sign in. Null after a sign-out.
   */
  endedBecause: text('ended_because').$type<'revoked' | 'changed'>(),
})
