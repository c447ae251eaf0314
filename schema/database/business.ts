/** A business and its version row. */
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Features } from '#schema/contract/business.ts'
import { instant, tenantOwned } from './columns.ts'

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
  features: jsonb('features').$type<Features>().notNull(),
  welcomePoints: integer('welcome_points').notNull(),
  welcomeDiscountPercent: integer('welcome_discount_percent').notNull(),
  pointsPerDollar: integer('points_per_dollar').notNull(),
  welcomesPerNetworkPerDay: integer('welcomes_per_network_per_day').notNull(),
  createdAt: instant('created_at').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
})

/** A narrow row of its own: it changes with every write of the business. */
export const businessVersion = pgTable('business_version', {
  ...tenantOwned,
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  minCursor: bigint('min_cursor', { mode: 'number' }).notNull().default(0),
})
