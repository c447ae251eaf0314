/**
 * The platform's analytics: daily sums over all businesses' closed hours, computed by a job, with the
 * scans since then (docs/decisions/0045-activity-by-the-hour.md).
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { PlatformActivity, PlatformAnalytics } from '#schema/contract/analytics.ts'
import { fromCents } from '#schema/contract/money.ts'
import { activityProgress } from '#schema/database/activity.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { dayStarts } from '#sync-server/loyalty/activity/calendar.ts'
import { closableUntil } from '#sync-server/loyalty/activity/close-activity.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type PlatformDay, readPlatformDays } from './days.ts'

/** Businesses with hours to close: those with activity since their last close. */
export async function findOpenActivity(
  db: Transaction,
  until: Date,
): Promise<{ businessId: string; from: Date }[]> {
  return db
    .select({
      businessId: business.id,
      from: sql`coalesce(${activityProgress.closedUntil}, ${business.createdAt})`.mapWith(
        business.createdAt,
      ),
    })
    .from(business)
    .innerJoin(businessVersion, eq(businessVersion.businessId, business.id))
    .leftJoin(activityProgress, eq(activityProgress.businessId, business.id))
    .where(
      or(
        and(isNull(activityProgress.businessId), lt(business.createdAt, until)),
        and(
          lt(activityProgress.closedUntil, until),
          sql`${activityProgress.version} is distinct from ${businessVersion.version}`,
        ),
      ),
    )
}

/**
 * Recomputes every day from `since`; existing days are replaced by the same or a later count.
 * @param until the hours before it are closed; its day gets a row even if nothing happened
 */
export async function sumUpPlatformDays(db: Transaction, since: Date, until: Date): Promise<void> {
  const from = sql`date_trunc('day', ${since.toISOString()}::timestamptz at time zone 'UTC') at time zone 'UTC'`
  await db.execute(sql`
    insert into platform_activity_day (day, active_tenants, scans, sign_ups, purchases,
      redemptions, revenue_cents, summed_until)
    select day, sum(active), sum(scans), sum(sign_ups), sum(purchases), sum(redemptions), sum(cents),
      ${until.toISOString()}::timestamptz
    from (
      select (hour at time zone 'UTC')::date as day, count(distinct business_id) as active,
        sum(scans) as scans, sum(sign_ups) as sign_ups, sum(purchases) as purchases,
        sum(redemptions) as redemptions, sum(revenue_cents) as cents
      from activity_hour where hour >= ${from} group by 1
      union all
      select (${until.toISOString()}::timestamptz at time zone 'UTC')::date, 0, 0, 0, 0, 0, 0
    ) as counted
    group by day
    on conflict (day) do update set active_tenants = excluded.active_tenants,
      scans = excluded.scans, sign_ups = excluded.sign_ups, purchases = excluded.purchases,
      redemptions = excluded.redemptions, revenue_cents = excluded.revenue_cents,
      summed_until = greatest(platform_activity_day.summed_until, excluded.summed_until)`)
}

export async function readPlatformAnalytics(
  { days }: { days: number },
  { db, now }: Rule,
): Promise<PlatformAnalytics> {
  const calendar = dayStarts('UTC', days * 2, now)
  const counted = await readPlatformDays(db, calendar)
  const [earlier, current] = [counted.days.slice(0, days), counted.days.slice(days)]
  return {
    asOf: (counted.summedUntil ?? closableUntil(now)).toISOString(),
    totals: totalOf(current),
    before: totalOf(earlier),
    series: current.map((row, n) => ({
      day: calendar[days + n]?.day ?? '',
      now: toActivity(row),
      before: toActivity(earlier[n] ?? row),
    })),
    topTenants: await readTopTenants(db, now),
    cohorts: await readCohorts(db, now),
  }
}

/** Covers this calendar month and the previous one. */
async function readTopTenants(db: Transaction, now: Date) {
  const rows = await db.execute<Record<string, string>>(sql`
    select b.id, b.name, m.sign_ups as "signUps", m.scans, m.redemptions, m.cents
    from (
      select business_id, sum(sign_ups) as sign_ups, sum(scans) as scans,
        sum(redemptions) as redemptions, sum(revenue_cents) as cents
      from activity_month where month >= ${monthsAgo(now, 1)}::date
      group by business_id
      order by sum(sign_ups) desc, sum(scans) desc, business_id
      limit ${serverLimits.topTenants}
    ) m join business b on b.id = m.business_id
    order by m.sign_ups desc, m.scans desc, b.id`)
  return rows.map(({ id = '', name = '', signUps, scans, redemptions, cents }) => ({
    id,
    name,
    signUps: Number(signUps),
    scans: Number(scans),
    redemptions: Number(redemptions),
    revenue: fromCents(Number(cents)),
  }))
}

async function readCohorts(db: Transaction, now: Date) {
  const months = Array.from({ length: serverLimits.cohortMonths }, (_, n) =>
    monthsAgo(now, serverLimits.cohortMonths - 1 - n).slice(0, 7),
  )
  const rows = await db.execute<Record<string, string | null>>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, null as active,
      count(*) as tenants
    from business where created_at >= ${`${months[0]}-01`}::date group by 1
    union all select to_char(b.created_at at time zone 'UTC', 'YYYY-MM'),
      to_char(m.month, 'YYYY-MM'), count(*)
    from business b join activity_month m on m.business_id = b.id
    where b.created_at >= ${`${months[0]}-01`}::date group by 1, 2`)
  const countOf = (month: string, active: string | null) =>
    Number(rows.find((row) => row.month === month && row.active === active)?.tenants ?? 0)
  return months
    .map((month, n) => ({
      month,
      tenants: countOf(month, null),
      active: months.slice(n).map((active) => countOf(month, active)),
    }))
    .filter(({ tenants }) => tenants > 0)
}

/** @returns the first day of a month, as '2026-11-01' */
function monthsAgo(now: Date, count: number): string {
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)
  return new Date(first).toISOString().slice(0, 10)
}

function toActivity({ revenueCents, ...counts }: PlatformDay): PlatformActivity {
  const { tenantsCreated, activeTenants, signUps, scans, redemptions } = counts
  const revenue = fromCents(revenueCents)
  return { tenantsCreated, activeTenants, signUps, scans, redemptions, revenue }
}

function totalOf(rows: PlatformDay[]): PlatformActivity {
  const sum = (name: keyof PlatformDay) => rows.reduce((total, row) => total + row[name], 0)
  return {
    tenantsCreated: sum('tenantsCreated'),
    activeTenants: Math.round(sum('activeTenants') / rows.length),
    signUps: sum('signUps'),
    scans: sum('scans'),
    redemptions: sum('redemptions'),
    revenue: fromCents(sum('revenueCents')),
  }
}
