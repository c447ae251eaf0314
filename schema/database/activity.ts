/** Activity counts by hour, month and day (migration 0045). */
import { bigint, date, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { cents, instant, tenantOwned } from './columns.ts'

const count = (name: string) => integer(name).notNull().default(0)
const points = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

export const activityHour = pgTable('activity_hour', {
  ...tenantOwned,
  hour: instant('hour').notNull(),
  scans: count('scans'),
  signUps: count('sign_ups'),
  purchases: count('purchases'),
  repeatPurchases: count('repeat_purchases'),
  reversals: count('reversals'),
  redemptions: count('redemptions'),
  revenueCents: cents('revenue_cents').notNull().default(0),
  pointsIssued: points('points_issued'),
  pointsSpent: points('points_spent'),
})

export const qrCodeActivityHour = pgTable('qr_code_activity_hour', {
  ...tenantOwned,
  hour: instant('hour').notNull(),
  qrCodeId: uuid('qr_code_id').notNull(),
  scans: count('scans'),
  signUps: count('sign_ups'),
  firstPurchases: count('first_purchases'),
  secondPurchases: count('second_purchases'),
})

export const rewardActivityHour = pgTable('reward_activity_hour', {
  ...tenantOwned,
  hour: instant('hour').notNull(),
  rewardId: uuid('reward_id').notNull(),
  redemptions: count('redemptions'),
  points: points('points'),
})

export const activityMonth = pgTable('activity_month', {
  ...tenantOwned,
  month: date('month').notNull(),
  scans: count('scans'),
  signUps: count('sign_ups'),
  purchases: count('purchases'),
  redemptions: count('redemptions'),
  revenueCents: cents('revenue_cents').notNull().default(0),
})

export const activityProgress = pgTable('activity_progress', {
  ...tenantOwned,
  closedUntil: instant('closed_until').notNull(),
  version: bigint('version', { mode: 'number' }),
})

export const platformActivityDay = pgTable('platform_activity_day', {
  day: date('day').primaryKey(),
  activeTenants: integer('active_tenants').notNull(),
  scans: integer('scans').notNull(),
  signUps: integer('sign_ups').notNull(),
  purchases: integer('purchases').notNull(),
  redemptions: integer('redemptions').notNull(),
  revenueCents: cents('revenue_cents').notNull(),
  summedUntil: instant('summed_until'),
})
