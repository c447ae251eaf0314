/**
 * Accounts: who may sign in, with what role and where. An account whose rights were withdrawn
 * keeps its row, so that what its devices still hand in is known to be its own.
 */
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '#schema/contract/permission.ts'
import { bytes, instant } from './columns.ts'

export const account = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  /** Compared, see `emailKey`; unique among accounts that are not withdrawn. */
  emailKey: text('email_key').notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone'),
  role: text('role').$type<Role>().notNull(),
  businessId: uuid('business_id'),
  /** Of a till, which is an account that nobody signs in to; null for people. */
  tillName: text('till_name'),
  pinSalt: bytes('pin_salt'),
  /** What a till's keys are sealed with, itself sealed with a key of the server's. */
  pinKey: text('pin_key'),
  pinSetAt: instant('pin_set_at'),
  /** The keys that the PIN opens follow from it; null for a PIN of before there were ids. */
  pinId: uuid('pin_id'),
  /** Of a till: a JWK that its keys are sealed to; null until the till has sent it. */
  tillPublicKey: text('till_public_key'),
  marketingEmail: boolean('marketing_email').notNull().default(false),
  marketingConsentAt: instant('marketing_consent_at'),
  createdAt: instant('created_at').notNull(),
  /** Device tokens of before count no more: the password or the address is another one. */
  devicesKnownSince: instant('devices_known_since'),
  /** Signing in takes a second step; null without one. */
  secondFactorSince: instant('second_factor_since'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnBecause: text('withdrawn_because').$type<'deactivated' | 'removed' | 'erased'>(),
})

/** What a person agreed to, once per change. Append-only by privileges. */
export const accountConsent = pgTable('account_consent', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  channel: text('channel').$type<'email'>().notNull(),
  granted: boolean('granted').notNull(),
  textVersion: text('text_version').notNull(),
  screen: text('screen').notNull(),
  recordedAt: instant('recorded_at').notNull(),
})

/** One picture an account, re-encoded; a new one gets a new id, and with it a new address. */
export const accountPhoto = pgTable('account_photo', {
  accountId: uuid('account_id').primaryKey(),
  id: uuid('id').notNull(),
  webp: bytes('webp').notNull(),
  createdAt: instant('created_at').notNull(),
})
