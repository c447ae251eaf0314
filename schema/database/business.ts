/** A business and its version row. */
import { bigint, boolean, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Features } from '#schema/contract/business.ts'
import { firstRuleId, type Rounding, type Tender } from '#schema/contract/earning.ts'
import { limits } from '#schema/contract/limits.ts'
import { cents, instant, tenantOwned } from './columns.ts'

const pointsPerDollar = () =>
  numeric('points_per_dollar', { precision: 8, scale: 2, mode: 'number' }).notNull()

const excludedTenders = () =>
  text('excluded_tenders').array().$type<Tender[]>().notNull().default([])

/**
 * A rule that an owner has replaced: purchases made under it offline still earn by it for a while.
 */
export const replacedEarningRule = pgTable('replaced_earning_rule', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  pointsPerDollar: pointsPerDollar(),
  minimumPurchaseCents: cents('minimum_purchase_cents').notNull(),
  rounding: text('rounding').$type<Rounding>().notNull(),
  excludedTenders: excludedTenders(),
  replacedAt: instant('replaced_at').notNull(),
})

export const business = pgTable('business', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  businessType: text('business_type')
    .$type<
      | 'restaurant_cafe'
      | 'retail_ecommerce'
      | 'fitness_wellness'
      | 'beauty_spa'
      | 'professional_services'
      | 'other'
    >()
    .notNull(),
  status: text('status').$type<'active' | 'trial' | 'suspended'>().notNull(),
  plan: text('plan').$type<'trial' | 'basic' | 'pro' | 'enterprise'>().notNull(),
  trialEndsAt: instant('trial_ends_at'),
  logoUrl: text('logo_url'),
  primaryColor: text('primary_color').notNull(),
  secondaryColor: text('secondary_color').notNull(),
  accentColor: text('accent_color').notNull(),
  /** An owner has saved the branding, changed or as it was proposed. */
  brandAgreed: boolean('brand_agreed').notNull().default(false),
  features: jsonb('features').$type<Features>().notNull(),
  welcomePoints: integer('welcome_points').notNull(),
  welcomeDiscountPercent: integer('welcome_discount_percent').notNull(),
  pointsPerDollar: pointsPerDollar(),
  minimumPurchaseCents: cents('minimum_purchase_cents').notNull().default(0),
  rounding: text('rounding').$type<Rounding>().notNull().default('down'),
  excludedTenders: excludedTenders(),
  earningRuleId: uuid('earning_rule_id').notNull().default(firstRuleId),
  programRevision: uuid('program_revision').notNull().default(firstRuleId),
  trustPointsPerRedemption: integer('trust_points_per_redemption'),
  trustPointsPerDevice: integer('trust_points_per_device'),
  signUpWithoutEmail: boolean('sign_up_without_email').notNull().default(false),
  /** Null if the owner set no bound. */
  askAboveCents: cents('ask_above_cents'),
  welcomesPerNetworkPerDay: integer('welcomes_per_network_per_day').notNull(),
  welcomesPerHour: integer('welcomes_per_hour').notNull().default(limits.welcomesPerHour),
  /** Printed in campaign mails, which cannot be sent without one. */
  postalAddress: text('postal_address'),
  /** IANA name; null until an owner's browser has proposed one. */
  timeZone: text('time_zone'),
  /** ISO 3166; null for the country of the time zone. */
  country: text('country'),
  /** The number of sample customers; see 0130. */
  sampleCustomers: integer('sample_customers').notNull().default(0),
  /** An owner has read of hours with many sign-ups until then. */
  attentionReadAt: instant('attention_read_at'),
  createdAt: instant('created_at').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
})

/** A separate narrow row, because it changes with every write of the business. */
export const businessVersion = pgTable('business_version', {
  ...tenantOwned,
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  minCursor: bigint('min_cursor', { mode: 'number' }).notNull().default(0),
  /** The members that the business lists: not erased, not joined into another, not a sample. */
  members: integer('members').notNull().default(0),
  /** Rewards that members other than samples redeemed, without undone redemptions. */
  redemptions: integer('redemptions').notNull().default(0),
})
