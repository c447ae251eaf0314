/**
 * Finds events to notify customers of, after the fact: points they earned, rewards now within
 * reach, coupons that expire soon. No sale waits for this. Each event is queued once per phone,
 * because the progress advances in the same transaction.
 */
import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { lastDayOf } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { NotificationKind } from '#schema/contract/notification.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { businessVersion } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import {
  notificationDevice,
  notificationProgress,
  notificationQueue,
} from '#schema/database/notification.ts'
import { pointsEntry } from '#schema/database/points.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { listOfferedRewards } from '#sync-server/loyalty/reward.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { endOfQuiet } from './quiet-hours.ts'

interface News {
  memberId: string
  kind: NotificationKind
  fields: Record<string, string | number>
}

/** @returns true once everything has been checked */
export async function findNews(tenant: Tenant, now: Date): Promise<boolean> {
  const [progress] = await tenant.db
    .select()
    .from(notificationProgress)
    .where(eq(notificationProgress.businessId, tenant.businessId))
    .for('update')
  if (!progress) return true
  const { entries, until, isAll } = await readEntries(tenant, progress.version)
  const reminded = progress.couponsUntil
  const timeZone = timeZoneOf(await requireBusiness(tenant))
  const couponsUntil = new Date(now.getTime() + serverLimits.couponReminderHours * hourMs)
  await queueNews(
    tenant,
    [
      ...earned(entries),
      ...(await withinReach(tenant, entries, { now, timeZone })),
      ...(await expiring(tenant, { after: reminded, until: couponsUntil, timeZone })),
    ],
    now,
  )
  await tenant.db
    .update(notificationProgress)
    .set({ version: until, ...(couponsUntil > reminded && { couponsUntil }) })
    .where(eq(notificationProgress.businessId, tenant.businessId))
  return isAll
}

type Entry = Awaited<ReturnType<typeof readEntries>>['entries'][number]

/** Entries of members with a subscribed phone, in whole versions. */
async function readEntries({ db, businessId }: Tenant, after: number) {
  const [newest] = await db
    .select({ version: businessVersion.version })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, businessId))
  const until = newest?.version ?? after
  const rows = await db
    .select({
      version: pointsEntry.version,
      memberId: pointsEntry.memberId,
      reason: pointsEntry.reason,
      points: pointsEntry.points,
      balance: customer.points,
    })
    .from(pointsEntry)
    .innerJoin(
      customer,
      and(eq(customer.businessId, pointsEntry.businessId), eq(customer.id, pointsEntry.memberId)),
    )
    .where(
      and(
        eq(pointsEntry.businessId, businessId),
        gt(pointsEntry.version, after),
        lte(pointsEntry.version, until),
        isNull(customer.erasedAt),
        inArray(pointsEntry.memberId, listening({ db, businessId })),
      ),
    )
    .orderBy(asc(pointsEntry.version), asc(pointsEntry.id))
    .limit(serverLimits.newsEntriesAtOnce + 1)
  if (rows.length <= serverLimits.newsEntriesAtOnce) return { entries: rows, until, isAll: true }
  const cut = rows.at(-1)?.version ?? until
  return { entries: rows.filter(({ version }) => version < cut), until: cut - 1, isAll: false }
}

const listening = ({ db, businessId }: Pick<Tenant, 'db' | 'businessId'>) =>
  db
    .select({ memberId: notificationDevice.memberId })
    .from(notificationDevice)
    .where(eq(notificationDevice.businessId, businessId))

/** One message per member, however many purchases came together. */
function earned(entries: Entry[]): News[] {
  return [...gained(entries)].map(([memberId, { points, balance }]) => ({
    memberId,
    kind: 'points',
    fields: { points, balance },
  }))
}

function gained(entries: Entry[]): Map<string, { points: number; balance: number }> {
  const sums = new Map<string, { points: number; balance: number }>()
  for (const { memberId, reason, points, balance } of entries) {
    if (points <= 0 || (reason !== 'purchase' && reason !== 'adjustment')) continue
    sums.set(memberId, { points: (sums.get(memberId)?.points ?? 0) + points, balance })
  }
  return sums
}

/** The most expensive reward that a member can afford now and couldn't before. */
async function withinReach(
  tenant: Tenant,
  entries: Entry[],
  when: { now: Date; timeZone: string },
): Promise<News[]> {
  const sums = gained(entries)
  if (sums.size === 0) return []
  const offered = await listOfferedRewards(tenant, when)
  return [...sums].flatMap(([memberId, { points, balance }]) => {
    const [reached] = offered
      .filter(({ pointsRequired: cost }) => cost <= balance && cost > balance - points)
      .sort((one, other) => other.pointsRequired - one.pointsRequired)
    return reached ? [{ memberId, kind: 'reward' as const, fields: { reward: reached.name } }] : []
  })
}

async function expiring(
  { db, businessId }: Tenant,
  { after, until, timeZone }: { after: Date; until: Date; timeZone: string },
): Promise<News[]> {
  if (until <= after) return []
  const rows = await db
    .select({
      memberId: coupon.memberId,
      description: coupon.description,
      expiresAt: coupon.expiresAt,
      expiresOn: coupon.expiresOn,
    })
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, businessId),
        inArray(coupon.memberId, listening({ db, businessId })),
        gt(coupon.expiresAt, after),
        lte(coupon.expiresAt, until),
        isNull(coupon.usedAt),
        isNull(coupon.voidedAt),
      ),
    )
  return rows.map(({ memberId, description, ...expiry }) => ({
    memberId,
    kind: 'coupon',
    fields: { coupon: description, expiresOn: lastDayOf(expiry, timeZone) },
  }))
}

async function queueNews(tenant: Tenant, news: News[], now: Date): Promise<void> {
  if (news.length === 0) return
  const { db, businessId } = tenant
  const devices = await db
    .select()
    .from(notificationDevice)
    .where(
      and(
        eq(notificationDevice.businessId, businessId),
        inArray(notificationDevice.memberId, [...new Set(news.map(({ memberId }) => memberId))]),
      ),
    )
  const rows = news.flatMap(({ memberId, kind, fields }) =>
    devices
      .filter((device) => device.memberId === memberId && device.kinds.includes(kind))
      .map((device) => ({
        businessId,
        id: newId(),
        memberId,
        endpointDigest: device.endpointDigest,
        kind,
        fields,
        createdAt: now,
        dueAt: endOfQuiet(device, now),
      })),
  )
  if (rows.length > 0) await db.insert(notificationQueue).values(rows)
}
