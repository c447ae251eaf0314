/**
 * Finds the businesses that may have something to notify their customers of: changes, and once an
 * hour coupons that expire soon. A business without either costs no transaction.
 */
import { and, eq, gt, lt, lte, notInArray } from 'drizzle-orm'
import { hourMs } from '#schema/contract/time-spans.ts'
import { businessVersion } from '#schema/database/business.ts'
import { notificationDevice, notificationProgress } from '#schema/database/notification.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const { businessId, couponsUntil } = notificationProgress

export async function findWithNews(db: Transaction, now: Date): Promise<string[]> {
  const changed = await db
    .select({ id: businessId })
    .from(notificationProgress)
    .innerJoin(businessVersion, eq(businessVersion.businessId, businessId))
    .where(gt(businessVersion.version, notificationProgress.version))
  const withCoupons = await findWithCoupons(db, now)
  return [...new Set([...changed.map(({ id }) => id), ...withCoupons])]
}

/**
 * Finds businesses with expiring coupons among those last checked an hour ago or earlier. A coupon
 * that is issued later and expires before `until` is valid too briefly for a reminder.
 */
async function findWithCoupons(db: Transaction, now: Date): Promise<string[]> {
  const until = new Date(now.getTime() + serverLimits.couponReminderHours * hourMs)
  const isDue = lt(couponsUntil, new Date(until.getTime() - hourMs))
  const [due] = await db.select({ id: businessId }).from(notificationProgress).where(isDue).limit(1)
  if (!due) return []
  const rows = await db
    .selectDistinct({ id: businessId })
    .from(notificationProgress)
    .innerJoin(notificationDevice, eq(notificationDevice.businessId, businessId))
    .innerJoin(
      coupon,
      and(
        eq(coupon.businessId, notificationDevice.businessId),
        eq(coupon.memberId, notificationDevice.memberId),
      ),
    )
    .where(and(isDue, gt(coupon.expiresAt, couponsUntil), lte(coupon.expiresAt, until)))
  const ids = rows.map(({ id }) => id)
  await db
    .update(notificationProgress)
    .set({ couponsUntil: until })
    .where(and(isDue, notInArray(businessId, ids)))
  return ids
}
