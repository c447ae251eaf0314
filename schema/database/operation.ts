/** What devices asked, with the verdict stored beside the effect; and their outboxes. */
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned, versioned } from './columns.ts'

export const outbox = pgTable('outbox', {
  ...tenantOwned,
  outboxId: uuid('outbox_id').notNull(),
  accountId: uuid('account_id').notNull(),
  nextSeq: bigint('next_seq', { mode: 'number' }).notNull().default(1),
  /** The highest number that the device said it had given. */
  lastSeq: bigint('last_seq', { mode: 'number' }),
  lastHeardAt: instant('last_heard_at').notNull(),
  /** After a silent year: what it held then is parked, by number or, where none was named, by time. */
  silentThrough: bigint('silent_through', { mode: 'number' }),
  silentUntil: instant('silent_until'),
  /** The sign-out whose seals brought the rest of it: no other seal may bring more. */
  sealedAs: uuid('sealed_as'),
  createdAt: instant('created_at').notNull(),
})

/** In place of a hash whose words were erased: a digest of a name and an address can be guessed. */
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
  asker: text('asker').notNull(),
  accountId: uuid('account_id'),
  /** Who else handed it in, from a file, while it was parked: they hear what became of it too. */
  alsoAskedBy: uuid('also_asked_by').array(),
  madeAt: instant('made_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  settledAt: instant('settled_at').notNull(),
  /** The version it came in under: the order in which parked work is taken up. */
  receivedVersion: bigint('received_version', { mode: 'number' }).notNull(),
  /** Where it was asked from, for as long as it is parked. */
  network: text('network'),
  ...versioned,
})

export const tombstone = pgTable('tombstone', {
  ...tenantOwned,
  tableName: text('table_name').notNull(),
  id: uuid('id').notNull(),
  ...versioned,
})
