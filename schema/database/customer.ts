/** A customer, the ids that lead to them, and their consents. */
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
  /** The folded text that list searches use; null until `foldUnfolded` has filled it. */
  foldedName: text('folded_name'),
  foldedEmail: text('folded_email'),
  phoneDigits: text('phone_digits'),
  /** Null if it can't be parsed. */
  phoneE164: text('phone_e164'),
  /** The country with which it was parsed, empty for none; null until it was. */
  phoneCountry: text('phone_country'),
  /** '05-17' */
  birthday: text('birthday'),
  points: integer('points').notNull().default(0),
  /** Fractions of a point, see contract/earning.ts. */
  pointsCarry: integer('points_carry').notNull().default(0),
  totalSpentCents: cents('total_spent_cents').notNull().default(0),
  marketingEmail: boolean('marketing_email').notNull().default(false),
  marketingSms: boolean('marketing_sms').notNull().default(false),
  pushNotifications: boolean('push_notifications').notNull().default(false),
  /** `none` for a member whom an import created. */
  welcome: text('welcome').$type<'given' | 'held' | 'refused' | 'none'>().notNull(),
  joinedByQrCodeId: uuid('joined_by_qr_code_id'),
  joinedFrom: text('joined_from'),
  /** The team's note; never shown to the customer, but part of their export. */
  note: text('note'),
  /** When a link mailed to the address was first opened. */
  addressProvedAt: instant('address_proved_at'),
  /** When a mail server reported permanently that the mailbox does not exist. */
  mailRefusedAt: instant('mail_refused_at'),
  /** The address that a mailed link moves them to until then, and the change that mailed it. */
  pendingEmail: text('pending_email'),
  pendingChangeId: uuid('pending_change_id'),
  pendingUntil: instant('pending_until'),
  /**
   * When the hourly job erases the member; kept on an erased one until their queued mail is deleted,
   * so that the job finishes after a crash.
   */
  erasureDueAt: instant('erasure_due_at'),
  erasureReason: text('erasure_reason'),
  /** The owner's account. */
  erasureAskedBy: uuid('erasure_asked_by'),
  erasedAt: instant('erased_at'),
  /** The member whom an owner found to be the same person; everything about this one counts there. */
  joinedInto: uuid('joined_into'),
  joinedAt: instant('joined_at'),
  /** The balance that the join moved. */
  joinedPoints: integer('joined_points'),
  /** Only such a row can be deleted; set when it is inserted, see 0482. */
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: instant('created_at').notNull(),
  /** Set if the sign-up reached the server in a later hour. */
  arrivedAt: instant('arrived_at'),
  ...versioned,
})

/** A member id that a device made for an existing member. */
export const memberAlias = pgTable('member_alias', {
  ...tenantOwned,
  aliasId: uuid('alias_id').notNull(),
  memberId: uuid('member_id').notNull(),
  /** The joined member from whom this one had the sign-up's address, and who may get it back. */
  takenFrom: uuid('taken_from'),
})

/** The id of a sample customer, also of a removed one; see 0130. */
export const sampleMember = pgTable('sample_member', {
  ...tenantOwned,
  memberId: uuid('member_id').notNull(),
})

/** The routing table of customers' keys, which is not keyed by business; see 0003 and 0200. */
export const customerKey = pgTable('customer_key', {
  digest: text('digest').primaryKey(),
  /** For a mailed link: lets the next mail contain the same address. */
  sealed: text('sealed'),
  businessId: uuid('business_id').notNull(),
  memberId: uuid('member_id').notNull(),
  /** The joined member whose key it is, while it opens the kept one. */
  joinedFrom: uuid('joined_from'),
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
