/**
 * The phones on which a customer wants notifications. Only the holder of the customer's key may set
 * this: staff who open a card by member id can't.
 */

import { createHash } from 'node:crypto'
import { and, asc, count, eq } from 'drizzle-orm'
import { isKnownTimeZone } from '#schema/contract/day.ts'
import type { NotificationSetting, NotificationSettings } from '#schema/contract/notification.ts'
import { businessVersion } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import {
  notificationDevice,
  notificationProgress,
  notificationQueue,
} from '#schema/database/notification.ts'
import { type Config, isLoopback } from '#sync-server/config.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { MailLanguage } from '#sync-server/email/email.ts'
import { keyDigest } from '#sync-server/loyalty/kept-key.ts'
import type { Holder } from '#sync-server/loyalty/member-privacy.ts'
import { recordPushConsent } from '#sync-server/loyalty/push-consent.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
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

const dayMs = 86_400_000

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
  tenant: Tenant,
  { memberId, key }: Holder,
  setting: NotificationSetting,
  { config, now, language = 'en' }: { config: Config; now: Date; language?: MailLanguage },
): Promise<void> {
  const { subscription, kinds, quietFrom, quietUntil, timeZone } = setting
  if (!isPushService(subscription.endpoint, config)) refuse('push_service_unknown')
  const endpointDigest = digestOf(subscription.endpoint)
  await requireMemberForUpdate(tenant, memberId)
  const [others] = await tenant.db
    .select({ count: count() })
    .from(notificationDevice)
    .where(ofMember(tenant, memberId))
  const preferences = {
    ...subscription.keys,
    keyDigest: keyDigest(key),
    kinds,
    quietFrom,
    quietUntil,
    timeZone: isKnownTimeZone(timeZone) ? timeZone : 'UTC',
    language,
  }
  const changed = await tenant.db
    .update(notificationDevice)
    .set(preferences)
    .where(and(ofMember(tenant, memberId), eq(notificationDevice.endpointDigest, endpointDigest)))
    .returning({ digest: notificationDevice.endpointDigest })
  if (changed.length > 0) return
  if ((others?.count ?? 0) >= serverLimits.notificationDevicesPerMember) {
    refuse('notification_devices_full')
  }
  await tenant.db.insert(notificationDevice).values({
    businessId: tenant.businessId,
    endpointDigest,
    memberId,
    endpoint: subscription.endpoint,
    createdAt: now,
    ...preferences,
  })
  await beginLooking(tenant, now)
  if ((others?.count ?? 0) === 0) {
    await recordPushConsent({ memberId, granted: true, screen: 'card' }, tenant, now)
  }
}

/** One tap stops notifications, on the card or in the notification itself. Idempotent. */
export async function stopNotifications(
  tenant: Tenant,
  memberId: string,
  endpoint: string,
  now: Date,
): Promise<void> {
  await requireMemberForUpdate(tenant, memberId)
  const endpointDigest = digestOf(endpoint)
  await tenant.db
    .delete(notificationQueue)
    .where(
      and(
        eq(notificationQueue.businessId, tenant.businessId),
        eq(notificationQueue.memberId, memberId),
        eq(notificationQueue.endpointDigest, endpointDigest),
      ),
    )
  const stopped = await tenant.db
    .delete(notificationDevice)
    .where(and(ofMember(tenant, memberId), eq(notificationDevice.endpointDigest, endpointDigest)))
    .returning({ digest: notificationDevice.endpointDigest })
  const [left] = await tenant.db
    .select({ count: count() })
    .from(notificationDevice)
    .where(ofMember(tenant, memberId))
  if (stopped.length > 0 && left?.count === 0) {
    await recordPushConsent({ memberId, granted: false, screen: 'card' }, tenant, now)
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

/** Serializes concurrent changes, so that the device limit and the consent record stay right. */
async function requireMemberForUpdate(tenant: Tenant, memberId: string): Promise<void> {
  const [row] = await tenant.db
    .select({ erasedAt: customer.erasedAt })
    .from(customer)
    .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, memberId)))
    .for('no key update')
  if (!row || row.erasedAt) refuse('not_found')
}

/** Starts at the current version, so the first phone isn't notified of earlier events. */
async function beginLooking(tenant: Tenant, now: Date): Promise<void> {
  const [row] = await tenant.db
    .select({ version: businessVersion.version })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, tenant.businessId))
  await tenant.db
    .insert(notificationProgress)
    .values({
      businessId: tenant.businessId,
      version: row?.version ?? 0,
      couponsUntil: new Date(now.getTime() + dayMs),
    })
    .onConflictDoNothing()
}
