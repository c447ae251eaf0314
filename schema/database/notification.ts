/** Customers' phones that want notifications, and the queue of messages to them. */
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '#schema/contract/notification.ts'
import { instant, tenantOwned } from './columns.ts'

export const notificationDevice = pgTable('notification_device', {
  ...tenantOwned,
  /** SHA-256 of the endpoint, in hex. */
  endpointDigest: text('endpoint_digest').notNull(),
  memberId: uuid('member_id').notNull(),
  endpoint: text('endpoint').notNull(),
  /** The key that turned notifications on; null on phones of an earlier release. */
  keyDigest: text('key_digest'),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  kinds: text('kinds').array().$type<NotificationKind[]>().notNull(),
  quietFrom: text('quiet_from').notNull(),
  quietUntil: text('quiet_until').notNull(),
  timeZone: text('time_zone').notNull(),
  language: text('language').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const notificationQueue = pgTable('notification_queue', {
  ...tenantOwned,
  id: uuid('id').notNull(),
  memberId: uuid('member_id').notNull(),
  endpointDigest: text('endpoint_digest').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  fields: jsonb('fields').$type<Record<string, string | number>>().notNull(),
  createdAt: instant('created_at').notNull(),
  dueAt: instant('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
})

/** The version up to which a business's events have been processed. */
export const notificationProgress = pgTable('notification_progress', {
  ...tenantOwned,
  version: bigint('version', { mode: 'number' }).notNull(),
  /** Coupons that expire before this have been announced. */
  couponsUntil: instant('coupons_until').notNull(),
})
