/**
 * Operations with the verdict stored in the same transaction as the effect, and the outboxes they
 * come from.
 */
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned, versioned } from './columns.ts'

export const outbox = pgTable('outbox', {
  ...tenantOwned,
  outboxId: uuid('outbox_id').notNull(),
  accountId: uuid('account_id').notNull(),
  /** One more than the highest number that arrived. */
  nextSeq: bigint('next_seq', { mode: 'number' }).notNull().default(1),
  /** Spans of numbers below it that never arrived (sync-server/sync/outbox.ts). */
  missing: jsonb('missing').$type<[from: number, through: number][]>().notNull().default([]),
  /** The highest number that the device said it had assigned. */
  lastSeq: bigint('last_seq', { mode: 'number' }),
  lastHeardAt: instant('last_heard_at').notNull(),
  /** After a silent year, older work is parked: by number or, if the device sent none, by time. */
  silentThrough: bigint('silent_through', { mode: 'number' }),
  silentUntil: instant('silent_until'),
  /** The session that last pushed from it; null before its next push. */
  sessionId: uuid('session_id'),
  /** The sign-out whose seals brought the rest of this outbox: no other seal may add more. */
  sealedAs: uuid('sealed_as'),
  createdAt: instant('created_at').notNull(),
})

/**
 * Replaces the hash of an erased payload, because the digest of a name and an address can be
 * guessed.
 */
export const erasedHash = 'erased'

export const appliedOperation = pgTable('applied_operation', {
  ...tenantOwned,
  operationId: uuid('operation_id').notNull(),
  outboxId: uuid('outbox_id'),
  seq: bigint('seq', { mode: 'number' }),
  name: text('name').notNull(),
  v: integer('v').notNull(),
  payloadHash: text('payload_hash').notNull(),
  payload: jsonb('payload').$type<unknown>(),
  status: text('status').$type<'applied' | 'refused' | 'parked' | 'discarded'>().notNull(),
  code: text('code'),
  message: text('message'),
  result: jsonb('result').$type<Record<string, unknown>>(),
  subjectId: uuid('subject_id'),
  waitsFor: uuid('waits_for'),
  /** Sent again after a restore: the coupon that it used before. */
  reliesOn: uuid('relies_on'),
  asker: text('asker').notNull(),
  accountId: uuid('account_id'),
  madeAt: instant('made_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  settledAt: instant('settled_at').notNull(),
  /** Refused, and marked as read by an owner. */
  attentionRead: boolean('attention_read').notNull().default(false),
  /** The version at its arrival: the order in which parked work is processed. */
  receivedVersion: bigint('received_version', { mode: 'number' }).notNull(),
  /** The network it came from, kept while it is parked. */
  network: text('network'),
  /** It came from a seal or a withdrawn account's device: no device shows how it ended. */
  unseen: boolean('unseen').notNull().default(false),
  ...versioned,
})

export const tombstone = pgTable('tombstone', {
  ...tenantOwned,
  tableName: text('table_name').notNull(),
  id: uuid('id').notNull(),
  goneAt: instant('gone_at').notNull(),
  ...versioned,
})
