/**
 * Notifications on a customer's own phone (Web Push, RFC 8030 and 8291): which kinds, quiet hours,
 * and the browser's push endpoint.
 */
import * as z from 'zod/mini'
import { instant } from './id.ts'
import { limits } from './limits.ts'

/** Points were earned; a coupon expires soon; a reward came within reach. */
export const notificationKinds = ['points', 'coupon', 'reward'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const kinds = z
  .array(z.enum(notificationKinds))
  .check(
    z.minLength(1, 'Choose at least one kind of notification'),
    z.maxLength(notificationKinds.length),
  )

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:00'))

/** Two equal times mean no quiet hours. */
const preferences = {
  kinds,
  quietFrom: timeOfDay,
  quietUntil: timeOfDay,
}

const base64url = (length: number) =>
  z.string().check(z.maxLength(length), z.regex(/^[A-Za-z0-9_-]+={0,2}$/))

export const notificationSetting = z.object({
  ...preferences,
  /** The fields of the browser's PushSubscription. */
  subscription: z.object({
    endpoint: z.url().check(z.maxLength(limits.pushEndpointLength)),
    keys: z.object({ p256dh: base64url(120), auth: base64url(40) }),
  }),
  timeZone: z.string().check(z.maxLength(64)),
})
export type NotificationSetting = z.infer<typeof notificationSetting>

export const stoppedNotifications = z.object({
  endpoint: z.string().check(z.maxLength(limits.pushEndpointLength)),
})

export const notificationSettings = z.object({
  /** The server's key, for PushManager.subscribe. */
  publicKey: z.string(),
  devices: z.array(
    z.object({
      ...preferences,
      /** SHA-256 of the endpoint, in hex, so that a phone can find its own entry. */
      endpointDigest: z.string(),
      createdAt: instant,
    }),
  ),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** The encrypted message that the service worker receives. */
export interface PushMessage {
  title: string
  body: string
  /** A later message with the same tag replaces the earlier one on the screen. */
  tag: string
  /** The member whose card opens: the phone knows its address, the server does not store it. */
  memberId: string
  /** The label of the button that turns notifications off. */
  stop: string
}
