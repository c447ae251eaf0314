/** A customer, the ids that lead to them, and what they agreed to. */
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { cents, instant, tenantOwned, versioned } from './columns.ts'

export const customer = pgTable('customer', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  emailKey: text('email_key').notNull(),
  mailboxKey: text('mailbox_key').notNull(),
  phone: text('phone'),
  /** What lists are searched by; null until `foldUnfolded` has filled it. */
  foldedName: text('folded_name'),
  foldedEmail: text('folded_email'),
  phoneDigits: text('phone_digits'),
  /** '05-17' */
  birthday: text('birthday'),
  points: integer('points').notNull().default(0),
  /** Fractions of a point, see contract/earning.ts. */
  pointsCarry: integer('points_carry').notNull().default(0),
  totalSpentCents: cents('total_spent_cents').notNull().default(0),
  marketingEmail: boolean('marketing_email').notNull().default(false),
  marketingSms: boolean('marketing_sms').notNull().default(false),
  pushNotifications: boolean('push_notifications').notNull().default(false),
  welcome: text('welcome').$type<'given' | 'held' | 'refused'>().notNull(),
  joinedByQrCodeId: uuid('joined_by_qr_code_id'),
  joinedFrom: text('joined_from'),
  /** What the team remembers; never shown to the customer, exported to them all the same. */
  note: text('note'),
  /** When a link that was mailed to the address was opened first. */
  addressProvedAt: instant('address_proved_at'),
  /** When a mail server said for good that there is no such mailbox. */
  mailRefusedAt: instant('mail_refused_at'),
  erasedAt: instant('erased_at'),
  createdAt: instant('created_at').notNull(),
  ...versioned,
})

/** A member id that a device made for someone who was a member already. */
export const memberAlias = pgTable('member_alias', {
  ...tenantOwned,
  aliasId: uuid('alias_id').notNull(),
  memberId: uuid('member_id').notNull(),
})

/** An invented customer, marked before there is one of this id; see 0130. */
export const sampleMember = pgTable('sample_member', {
  ...tenantOwned,
  memberId: uuid('member_id').notNull(),
})

/** The routing table of customers' keys: outside of business-first keys, see 0003 and 0200. */
export const customerKey = pgTable('customer_key', {
  digest: text('digest').primaryKey(),
  /** Of a mailed link: what the next mail needs to say the same address. */
  sealed: text('sealed'),
  businessId: uuid('business_id').notNull(),
  memberId: uuid('member_id').notNull(),
  device: text('device'),
  createdAt: instant('created_at').notNull(),
  retiredAt: instant('retired_at'),
})

export const consentRecord = pgTable('consent_record', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  memberId: uuid('member_id').notNull(),
  channel: text('channel').$type<'email' | 'sms' | 'push' | 'terms' | 'privacy'>().notNull(),
  granted: boolean('granted').notNull(),
  textVersion: text('text_version').notNull(),
  screen: text('screen').notNull(),
  recordedAt: instant('recorded_at').notNull(),
})
