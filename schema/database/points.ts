/** Purchases, and the append-only points ledger that they feed. */
import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { firstRuleId, type Tender } from '#schema/contract/earning.ts'
import type { PointsReason } from '#schema/contract/points.ts'
import { cents, instant, tenantOwned, versioned } from './columns.ts'

export const purchase = pgTable('purchase', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  memberId: uuid('member_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  points: integer('points').notNull(),
  earningRuleId: uuid('earning_rule_id').notNull().default(firstRuleId),
  earnedUnits: bigint('earned_units', { mode: 'number' }).notNull().default(0),
  reversedCents: cents('reversed_cents').notNull().default(0),
  note: text('note'),
  tender: text('tender').$type<Tender>(),
  recordedBy: uuid('recorded_by'),
  /** The day it belongs to: when it was made, also offline. */
  recordedAt: instant('recorded_at').notNull(),
  /** Set if it reached the server in a later hour. */
  arrivedAt: instant('arrived_at'),
  reversedAt: instant('reversed_at'),
  ...versioned,
})

export const pointsEntry = pgTable('points_entry', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  memberId: uuid('member_id').notNull(),
  reason: text('reason').$type<PointsReason>().notNull(),
  points: integer('points').notNull(),
  description: text('description').notNull(),
  operationId: uuid('operation_id').notNull(),
  /** The adjustment that this one undoes. */
  undoes: uuid('undoes'),
  createdAt: instant('created_at').notNull(),
  /** Set if it reached the server in a later hour. */
  arrivedAt: instant('arrived_at'),
  ...versioned,
})

/** Sums of the entries that had arrived by an hour (sync-server/loyalty/kept-points.ts). */
export const keptPoints = pgTable('kept_points', {
  ...tenantOwned,
  keptUntil: instant('kept_until').notNull(),
  issued: bigint('issued', { mode: 'number' }).notNull().default(0),
  redeemed: bigint('redeemed', { mode: 'number' }).notNull().default(0),
})

/** Spendable points at that hour, by the UTC day of each member's latest entry. */
export const keptPointsDay = pgTable('kept_points_day', {
  ...tenantOwned,
  day: date('day').notNull(),
  points: bigint('points', { mode: 'number' }).notNull(),
})
