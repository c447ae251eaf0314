/**
 * Sends queued notifications to push services. Leases each one first, so several servers can share
 * the queue and a crash delays a notification instead of losing it. Content is encrypted for the
 * phone (RFC 8291), so the push service can't read it.
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import webPush from 'web-push'
import { hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import { forgetPhones } from '#sync-server/loyalty/privacy/forget-phones.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { writeNotification } from './messages.ts'
import { pushKeys } from './push-keys.ts'
import { endOfQuiet } from './quiet-hours.ts'

type Sending = Pick<Parts, 'config' | 'clock' | 'doors' | 'log'>
type Queued = typeof notificationQueue.$inferSelect
type Device = typeof notificationDevice.$inferSelect

interface Due {
  queued: Queued
  device: Device
  businessName: string
}

const leaseMs = 2 * minuteMs
const backOffFirstMs = minuteMs
const answerWithinMs = 10_000

/** @returns how many were sent */
export async function sendNotifications(server: Sending): Promise<number> {
  const due = await lease(server)
  const sent = await Promise.all(due.map((one) => send(server, one)))
  return sent.filter(Boolean).length
}

async function lease({ doors, clock }: Sending): Promise<Due[]> {
  const now = clock.now()
  const db = doors.platformStatements
  const isDue = lte(notificationQueue.dueAt, now)
  const due = await db
    .select({
      queued: notificationQueue,
      device: notificationDevice,
      businessName: business.name,
    })
    .from(notificationQueue)
    .innerJoin(
      notificationDevice,
      and(
        eq(notificationDevice.businessId, notificationQueue.businessId),
        eq(notificationDevice.memberId, notificationQueue.memberId),
        eq(notificationDevice.endpointDigest, notificationQueue.endpointDigest),
      ),
    )
    .innerJoin(business, eq(business.id, notificationQueue.businessId))
    .where(isDue)
    .orderBy(asc(notificationQueue.dueAt))
    .limit(serverLimits.notificationBatch)
  const leased = new Set<string>()
  // Where two servers read the same rows, the one that is second finds them no longer due.
  for (const businessId of new Set(due.map(({ queued }) => queued.businessId))) {
    const its = due.filter(({ queued }) => queued.businessId === businessId)
    const rows = await db
      .update(notificationQueue)
      .set({
        dueAt: new Date(now.getTime() + leaseMs),
        attempts: sql`${notificationQueue.attempts} + 1`,
      })
      .where(
        and(
          eq(notificationQueue.businessId, businessId),
          inArray(
            notificationQueue.id,
            its.map(({ queued }) => queued.id),
          ),
          isDue,
        ),
      )
      .returning({ id: notificationQueue.id })
    for (const { id } of rows) leased.add(id)
  }
  return due.filter(({ queued }) => leased.has(queued.id))
}

async function send(server: Sending, due: Due): Promise<boolean> {
  const { queued, device } = due
  const now = server.clock.now()
  const quietEnd = endOfQuiet(device, now)
  if (quietEnd > now) {
    await putOff(server, queued, quietEnd)
    return false
  }
  const leftMs =
    queued.createdAt.getTime() + serverLimits.notificationHours * hourMs - now.getTime()
  if (leftMs <= 0) {
    await forget(server, queued)
    return false
  }
  const status = await deliver(server, due, Math.ceil(leftMs / 1000)).catch((error: unknown) => {
    server.log('notification.failed', { reason: error instanceof Error ? error.name : 'failed' })
    return null
  })
  if (status !== null && status < 300) {
    await forget(server, queued)
    return true
  }
  // The subscription is gone (RFC 8030 §7.3), or uses a key that is no longer ours.
  if (status === 404 || status === 410 || status === 401 || status === 403) {
    await forgetDevice(server, device)
  } else if (queued.attempts + 1 >= serverLimits.notificationAttempts) {
    await forget(server, queued)
  } else {
    await putOff(server, queued, new Date(now.getTime() + backOffFirstMs * 4 ** queued.attempts))
  }
  return false
}

async function deliver(server: Sending, due: Due, ttlSeconds: number): Promise<number> {
  const { device, queued } = due
  const { config } = server
  const { publicKey, privateKey } = pushKeys(config)
  const message = writeNotification(queued, device, due.businessName)
  const request = webPush.generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(message),
    {
      vapidDetails: {
        subject: subjectOf(config.publicUrl, config.mailFrom),
        publicKey,
        privateKey,
      },
      TTL: ttlSeconds,
      urgency: 'normal',
    },
  )
  const answer = await fetch(request.endpoint, {
    method: request.method,
    headers: request.headers as Record<string, string>,
    body: request.body && new Uint8Array(request.body),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  await answer.body?.cancel()
  return answer.status
}

/** The contact for push services when something is wrong (RFC 8292 §2.1). */
function subjectOf(publicUrl: string, mailFrom: string): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

async function putOff({ doors }: Sending, { businessId, id }: Queued, dueAt: Date) {
  await doors.platform((db) =>
    db
      .update(notificationQueue)
      .set({ dueAt })
      .where(and(eq(notificationQueue.businessId, businessId), eq(notificationQueue.id, id))),
  )
}

async function forget({ doors }: Sending, { businessId, id }: Queued) {
  await doors.platform((db) =>
    db
      .delete(notificationQueue)
      .where(and(eq(notificationQueue.businessId, businessId), eq(notificationQueue.id, id))),
  )
}

async function forgetDevice({ doors }: Sending, device: Device) {
  await doors.platform((db) => forgetPhones(device, [device.endpointDigest], db))
}
