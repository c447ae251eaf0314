/** Rewards and their coupons. */
import { boolean, date, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, tenantOwned, versioned } from './columns.ts'

export const reward = pgTable('reward', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  pointsRequired: integer('points_required').notNull(),
  discountType: text('discount_type').$type<'percentage' | 'fixed'>().notNull(),
  discountValue: numeric('discount_value', { precision: 10, scale: 2 }).notNull(),
  freeItem: boolean('free_item').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  expiryDate: instant('expiry_date'),
  stock: integer('stock'),
  limitPerMember: integer('limit_per_member'),
  redeemedCount: integer('redeemed_count').notNull().default(0),
  retiredAt: instant('retired_at'),
  revision: uuid('revision').notNull().default('00000000-0000-0000-0000-000000000000'),
  createdAt: instant('created_at').notNull(),
  ...versioned,
})

/**
 * How often a member has redeemed a reward; also counted without a limit, because one may be set
 * later.
 */
export const rewardUse = pgTable('reward_use', {
  ...tenantOwned,
  rewardId: uuid('reward_id').notNull(),
  memberId: uuid('member_id').notNull(),
  count: integer('count').notNull(),
})

/** The directory of codes, keyed by a digest of the code alone; see 0021. */
export const couponCode = pgTable('coupon_code', {
  digest: text('digest').primaryKey(),
  businessId: uuid('business_id').notNull(),
})

export const coupon = pgTable('coupon', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  code: text('code').notNull(),
  /** Digest of business and code; devices recognize the coupon by it. */
  codeDigest: text('code_digest').notNull(),
  memberId: uuid('member_id').notNull(),
  source: text('source').$type<'welcome' | 'reward' | 'campaign'>().notNull(),
  rewardId: uuid('reward_id'),
  description: text('description').notNull(),
  discountType: text('discount_type').$type<'percentage' | 'fixed'>().notNull(),
  discountValue: numeric('discount_value', { precision: 10, scale: 2 }).notNull(),
  /** Its reward gave an item away when the coupon was issued. */
  freeItem: boolean('free_item').notNull().default(false),
  issuedAt: instant('issued_at').notNull(),
  /** Set if it reached the server in a later hour. */
  arrivedAt: instant('arrived_at'),
  expiresAt: instant('expires_at').notNull(),
  /**
   * Its last day in the business's time zone; null on coupons issued before this column existed.
   */
  expiresOn: date('expires_on', { mode: 'string' }),
  usedAt: instant('used_at'),
  /** Names the use that counts; null on coupons used before this column existed. */
  useId: uuid('use_id'),
  /** The redemption was undone. */
  voidedAt: instant('voided_at'),
  /** Set if that reached the server in a later hour. */
  voidArrivedAt: instant('void_arrived_at'),
  /** The price of a redemption; null if nothing was paid. */
  pointsPaid: integer('points_paid'),
  ...versioned,
})
