/**
 * The phones on which a customer wants notifications. Only the holder of the customer's key may set
 * this: staff who open a card by member id can't.
 */

import { createHash } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { isKnownTimeZone } from '#schema/contract/day.ts'
import type { NotificationSetting, NotificationSettings } from '#schema/contract/notification.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import { notificationDevice, notificationProgress } from '#schema/database/notification.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { setConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { forgetPhones } from '#sync-server/loyalty/privacy/forget-phones.ts'
import type { Holder } from '#sync-server/loyalty/privacy/member-privacy.ts'
import { keyDigest } from '#sync-server/loyalty/secrets.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { pushKeys } from './push-keys.ts'

/**
 * Hosts of the browsers' push services. The server calls the URL a phone names, so it must not be
 * any URL (docs/operations.md, "Notifications").
 */
const pushServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

export async function listNotificationDevices(
  tenant: Tenant,
  memberId: string,
  config: Config,
): Promise<NotificationSettings> {
  const rows = await tenant.db
    .select()
    .from(notificationDevice)
    .where(ofMember(tenant, memberId))
    .orderBy(asc(notificationDevice.createdAt))
  return {
    publicKey: pushKeys(config).publicKey,
    devices: rows.map(({ endpointDigest, kinds, quietFrom, quietUntil, createdAt }) => ({
      endpointDigest,
      kinds,
      quietFrom,
      quietUntil,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** @throws Refusal push_service_unknown, notification_devices_full */
export async function setNotifications(
  { memberId, key, setting }: Holder & { setting: NotificationSetting },
  rule: TenantRule,
): Promise<void> {
  const { db, businessId, config, now } = rule
  const { subscription, kinds, quietFrom, quietUntil, timeZone } = setting
  if (!isPushService(subscription.endpoint, config)) refuse('push_service_unknown')
  const endpointDigest = digestOf(subscription.endpoint)
  const version = await startChange(memberId, rule)
  const others = await db.$count(notificationDevice, ofMember(rule, memberId))
  const preferences = {
    ...subscription.keys,
    keyDigest: keyDigest(key),
    kinds,
    quietFrom,
    quietUntil,
    timeZone: isKnownTimeZone(timeZone) ? timeZone : 'UTC',
    language: rule.by.language ?? 'en',
  }
  const changed = await db
    .update(notificationDevice)
    .set(preferences)
    .where(and(ofMember(rule, memberId), eq(notificationDevice.endpointDigest, endpointDigest)))
    .returning({ digest: notificationDevice.endpointDigest })
  if (changed.length > 0) return
  if (others >= serverLimits.notificationDevicesPerMember) refuse('notification_devices_full')
  await db.insert(notificationDevice).values({
    businessId,
    endpointDigest,
    memberId,
    endpoint: subscription.endpoint,
    createdAt: now,
    ...preferences,
  })
  await beginLooking(version, rule)
  if (others === 0) {
    await setConsents({ push: true }, { memberId, screen: 'card', version, now }, rule)
  }
}

/** One tap stops notifications, on the card or in the notification itself. Idempotent. */
export async function stopNotifications(
  { memberId, endpoint }: Holder & { endpoint: string },
  rule: TenantRule,
): Promise<void> {
  const { db, businessId, now } = rule
  const endpointDigest = digestOf(endpoint)
  const isPhone = and(
    ofMember(rule, memberId),
    eq(notificationDevice.endpointDigest, endpointDigest),
  )
  // Without this, repeated calls would make every device of the business fetch.
  if ((await db.$count(notificationDevice, isPhone)) === 0) return
  const version = await startChange(memberId, rule)
  if ((await db.$count(notificationDevice, isPhone)) === 0) return
  await forgetPhones({ businessId, memberId }, [endpointDigest], db)
  if ((await db.$count(notificationDevice, ofMember(rule, memberId))) === 0) {
    await setConsents({ push: false }, { memberId, screen: 'card', version, now }, rule)
  }
}

export function digestOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex')
}

/** Development may use a local push service. */
function isPushService(endpoint: string, { loopback }: Config): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (loopback && isLoopback(hostname)) return true
  if (protocol !== 'https:' || port + username + password !== '') return false
  return pushServices.some((service) => hostname === service || hostname.endsWith(`.${service}`))
}

const ofMember = ({ businessId }: Tenant, memberId: string) =>
  and(eq(notificationDevice.businessId, businessId), eq(notificationDevice.memberId, memberId))

/**
 * The business's version serializes concurrent changes, so that the device limit and the consent
 * record stay right.
 */
async function startChange(memberId: string, rule: TenantRule): Promise<number> {
  const version = await rule.nextVersion()
  const [row] = await rule.db
    .select({ erasedAt: customer.erasedAt })
    .from(customer)
    .where(and(eq(customer.businessId, rule.businessId), eq(customer.id, memberId)))
  if (!row || row.erasedAt) refuse('not_found')
  return version
}

/** Starts at the current version, so the first phone isn't notified of earlier events. */
async function beginLooking(version: number, { db, businessId, now }: TenantRule): Promise<void> {
  await db
    .insert(notificationProgress)
    .values({ businessId, version, couponsUntil: new Date(now.getTime() + dayMs) })
    .onConflictDoNothing()
}
