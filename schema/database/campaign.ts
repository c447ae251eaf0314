/** Campaigns, how far each has come, and whom it has reached. */
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
  /** Of whoever wrote it: the rest of the mail is in the same one. */
  language: text('language').notNull().default('en'),
  discountType: text('discount_type').$type<'percentage' | 'fixed'>().notNull(),
  discountValue: numeric('discount_value', { precision: 10, scale: 2 }).notNull(),
  couponDays: integer('coupon_days').notNull(),
  isActive: boolean('is_active').notNull(),
  finishedAt: instant('finished_at'),
  retiredAt: instant('retired_at'),
  revision: uuid('revision').notNull(),
  createdAt: instant('created_at').notNull(),
  /** The member up to whom this round has come; null before the first. */
  position: uuid('position'),
  nextRoundAt: instant('next_round_at').notNull(),
  audienceCount: integer('audience_count'),
})

/** Once a member and entry: the key decides, whoever else is at work on the same campaign. */
export const campaignRecipient = pgTable('campaign_recipient', {
  ...tenantOwned,
  campaignId: uuid('campaign_id').notNull(),
  memberId: uuid('member_id').notNull(),
  /** Which birthday, which absence; 'once' for what happens once. */
  entry: text('entry').notNull(),
  couponId: uuid('coupon_id').notNull(),
  issuedAt: instant('issued_at').notNull(),
  mailedAt: instant('mailed_at'),
  openedAt: instant('opened_at'),
})
