/** Campaigns, their progress, and the members they have reached. */
import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Audience } from '#schema/contract/campaign.ts'
import { instant, tenantOwned } from './columns.ts'

export const campaign = pgTable('campaign', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  audience: jsonb('audience').$type<Audience>().notNull(),
  subject: text('subject').notNull(),
  message: text('message').notNull(),
  /** The author's language, which the rest of the mail uses too. */
  language: text('language').notNull().default('en'),
  discountType: text('discount_type').$type<'percentage' | 'fixed'>().notNull(),
  discountValue: numeric('discount_value', { precision: 10, scale: 2 }).notNull(),
  couponDays: integer('coupon_days').notNull(),
  isActive: boolean('is_active').notNull(),
  finishedAt: instant('finished_at'),
  retiredAt: instant('retired_at'),
  revision: uuid('revision').notNull(),
  createdAt: instant('created_at').notNull(),
  /** The last member that this round has processed; null before the first. */
  position: uuid('position'),
  nextRoundAt: instant('next_round_at').notNull(),
  audienceCount: integer('audience_count'),
})

/**
 * One row per member and occasion: the key prevents duplicates, even if several workers process the
 * same campaign.
 */
export const campaignRecipient = pgTable('campaign_recipient', {
  ...tenantOwned,
  campaignId: uuid('campaign_id').notNull(),
  memberId: uuid('member_id').notNull(),
  /** Which birthday or which absence; 'once' for one-time campaigns. */
  entry: text('entry').notNull(),
  couponId: uuid('coupon_id').notNull(),
  issuedAt: instant('issued_at').notNull(),
  mailedAt: instant('mailed_at'),
  openedAt: instant('opened_at'),
})
