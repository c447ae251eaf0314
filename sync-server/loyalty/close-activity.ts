/**
 * Closes a business's hours: stores their counts once, in time order, and never changes them. An
 * hour is closed minutes after its end, when no transaction from it can still be open. Neither
 * reading nor closing takes a lock that a sale waits for.
 */
import { eq, sql } from 'drizzle-orm'
import { activityProgress } from '#schema/database/activity.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { hourlyActivity, hourlyByQrCode, hourlyByReward, type Span } from './activity-source.ts'

const hourMs = 3_600_000
const settleMs = 10 * 60_000
/** A long history is closed in pieces, one transaction each. */
const pieceMs = 31 * 24 * hourMs

export interface Progress {
  closedUntil: Date
}

/** The time up to which hours can be closed. */
export function closableUntil(now: Date): Date {
  return startOfHour(new Date(now.getTime() - settleMs))
}

export async function readProgress({ db, businessId }: Tenant): Promise<Progress> {
  const [row] = await db
    .select()
    .from(activityProgress)
    .where(eq(activityProgress.businessId, businessId))
  if (row) return row
  const [own] = await db
    .select({ createdAt: business.createdAt })
    .from(business)
    .where(eq(business.id, businessId))
  return { closedUntil: startOfHour(own?.createdAt ?? new Date(0)) }
}

/** @returns whether everything that can be closed has been closed */
export async function closeActivity(tenant: Tenant, now: Date): Promise<boolean> {
  const { db, businessId } = tenant
  // Creates a row to lock, so that two servers close the same business one after the other.
  const begun = await readProgress(tenant)
  await db
    .insert(activityProgress)
    .values({ businessId, ...begun, version: null })
    .onConflictDoNothing()
  const [locked] = await db
    .select()
    .from(activityProgress)
    .where(eq(activityProgress.businessId, businessId))
    .for('update')
  const from = locked?.closedUntil ?? begun.closedUntil
  const until = closableUntil(now)
  const to = new Date(Math.min(until.getTime(), from.getTime() + pieceMs))
  if (to <= from) return true

  const span = { businessId, from, to }
  await storeHours(tenant, span)
  const isDone = to.getTime() === until.getTime()
  await db
    .update(activityProgress)
    .set({
      closedUntil: to,
      version: isDone ? await quietVersion(tenant, to) : null,
    })
    .where(eq(activityProgress.businessId, businessId))
  return isDone
}

async function storeHours({ db, businessId }: Tenant, span: Span): Promise<void> {
  const own = sql`${businessId}::uuid as business_id`
  await db.execute(sql`
    insert into activity_hour (business_id, hour, scans, sign_ups, purchases, repeat_purchases,
      reversals, redemptions, revenue_cents, points_issued, points_spent)
    select ${own}, h.* from (${hourlyActivity(span)}) h`)
  await db.execute(sql`
    insert into qr_code_activity_hour (business_id, hour, qr_code_id, scans, sign_ups,
      first_purchases, second_purchases)
    select ${own}, h.* from (${hourlyByQrCode(span)}) h`)
  await db.execute(sql`
    insert into reward_activity_hour (business_id, hour, reward_id, redemptions, points)
    select ${own}, h.* from (${hourlyByReward(span)}) h`)
  await db.execute(sql`
    insert into activity_month as m (business_id, month, scans, sign_ups, purchases, redemptions,
      revenue_cents)
    select ${own}, date_trunc('month', hour at time zone 'UTC')::date, sum(scans), sum(sign_ups),
      sum(purchases), sum(redemptions), sum(revenue_cents)
    from activity_hour
    where business_id = ${businessId}::uuid and hour >= ${span.from.toISOString()}::timestamptz
    group by 2
    on conflict (business_id, month) do update set scans = m.scans + excluded.scans,
      sign_ups = m.sign_ups + excluded.sign_ups, purchases = m.purchases + excluded.purchases,
      redemptions = m.redemptions + excluded.redemptions,
      revenue_cents = m.revenue_cents + excluded.revenue_cents`)
}

/** The business's version if nothing has happened since; null if later hours still need closing. */
async function quietVersion(tenant: Tenant, since: Date): Promise<number | null> {
  const { db, businessId } = tenant
  // Read the version first: any later activity raises it.
  const [row] = await db
    .select({ version: businessVersion.version })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, businessId))
  const span = { businessId, from: since, to: new Date('9999-01-01') }
  const later = await db.execute(sql`select 1 from (${hourlyActivity(span)}) h limit 1`)
  return later.length === 0 ? (row?.version ?? null) : null
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs)
}
