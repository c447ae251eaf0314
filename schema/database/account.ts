/**
 * Accounts: who may sign in, with which role and business. An account whose access was withdrawn
 * keeps its row, so that work its devices still send can be attributed to it.
 */
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '#schema/contract/permission.ts'
import { bytes, instant } from './columns.ts'

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  /** Used for comparison, see `emailKey`; unique among accounts that are not withdrawn. */
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone'),
  role: text('role').$type<Role>().notNull(),
  businessId: uuid('business_id'),
  /** The name of a till, an account without a sign-in; null for people. */
  tillName: text('till_name'),
  pinSalt: bytes('pin_salt'),
  /** Seals the person's keys for tills; itself sealed with a key of the server's. */
  pinKey: text('pin_key'),
  pinSetAt: instant('pin_set_at'),
  /** The keys behind the PIN are derived from it; null for a PIN set before ids existed. */
  pinId: uuid('pin_id'),
  /** For a till: the JWK that its people's keys are sealed to; null until the till has sent it. */
  tillPublicKey: text('till_public_key'),
  marketingEmail: boolean('marketing_email').notNull().default(false),
  marketingConsentAt: instant('marketing_consent_at'),
  createdAt: instant('created_at').notNull(),
  /** Older device tokens are invalid, because the password or the address has changed since. */
  devicesKnownSince: instant('devices_known_since'),
  /** Since when signing in takes a second step; null without one. */
  secondFactorSince: instant('second_factor_since'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnBecause: text('withdrawn_because').$type<'deactivated' | 'removed' | 'erased'>(),
})

/** A person's consents, one row per change. Append-only by privileges. */
export const accountConsent = pgTable('account_consent', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  channel: text('channel').$type<'email'>().notNull(),
  granted: boolean('granted').notNull(),
  textVersion: text('text_version').notNull(),
  screen: text('screen').notNull(),
  recordedAt: instant('recorded_at').notNull(),
})

/** One re-encoded picture per account; a new one gets a new id, and so a new address. */
export const accountPhoto = pgTable('account_photo', {
  accountId: uuid('account_id').primaryKey(),
  id: uuid('id').notNull(),
  webp: bytes('webp').notNull(),
  createdAt: instant('created_at').notNull(),
})
