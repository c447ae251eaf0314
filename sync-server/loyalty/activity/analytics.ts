/**
 * A business's analytics: stored counts for closed hours, live counts for open ones. Figures are
 * current, and the cost depends only on the requested period.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Activity, BusinessAnalytics } from '#schema/contract/analytics.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { hourlyActivity, hourlyByQrCode, hourlyByReward, type Span } from './activity-source.ts'
import { dayStarts } from './calendar.ts'
import { readProgress } from './close-activity.ts'

interface Question {
  days: number
  timeZone: string
}

/** Reads one snapshot, so an hour closed in the meantime isn't counted twice. */
export async function readAnalytics(
  { days, timeZone }: Question,
  tenant: TenantRule,
): Promise<BusinessAnalytics> {
  const { now } = tenant
  const row = await requireBusiness(tenant)
  if (!row.features.analytics) refuse('feature_off')
  const starts = dayStarts(timeZone, days * 2, now)
  const progress = await readProgress(tenant)
  const [first = now, half = now] = [starts[0]?.at, starts[days]?.at]
  const end = new Date(now.getTime() + 1)
  const open: Span = { businessId: tenant.businessId, from: progress.closedUntil, to: end }

  const daily = await readDays(
    tenant,
    open,
    starts.map(({ at }) => at),
    first,
  )
  const [qrCodes, funnel] = await readByQrCode(tenant, open, half)
  const rewards = await readByReward(tenant, open, half)
  const [earlier, current] = [daily.slice(0, days), daily.slice(days)]
  const totals = addAll(current)
  return {
    asOf: now.toISOString(),
    timeZone,
    totals: toActivity(totals),
    before: toActivity(addAll(earlier)),
    series: current.map((counted, n) => ({
      day: starts[days + n]?.day ?? '',
      now: toActivity(counted),
      before: toActivity(earlier[n] ?? nothing),
    })),
    funnel,
    qrCodes,
    rewards,
    points: { issued: totals.pointsIssued, spent: totals.pointsSpent },
  }
}

const columns = {
  scans: 'scans',
  signUps: 'sign_ups',
  purchases: 'purchases',
  repeatPurchases: 'repeat_purchases',
  redemptions: 'redemptions',
  revenueCents: 'revenue_cents',
  pointsIssued: 'points_issued',
  pointsSpent: 'points_spent',
} as const
type Counted = Record<keyof typeof columns, number>
const names = Object.keys(columns) as (keyof typeof columns)[]
const nothing = Object.fromEntries(names.map((name) => [name, 0])) as Counted

async function readDays(
  { db, businessId }: Tenant,
  open: Span,
  starts: Date[],
  first: Date,
): Promise<Counted[]> {
  const listed = sql.join(
    names.map((name) => sql`${sql.identifier(columns[name])}`),
    sql`, `,
  )
  const sums = sql.join(
    names.map((name) => sql`sum(${sql.identifier(columns[name])}) as ${sql.identifier(name)}`),
    sql`, `,
  )
  const bounds = `{${starts.map((at) => at.toISOString()).join(',')}}`
  const rows = await db.execute<{ day: number } & Record<string, string>>(sql`
    select width_bucket(hour, ${bounds}::timestamptz[]) as day, ${sums}
    from (
      select hour, ${listed} from activity_hour
        where business_id = ${businessId}::uuid and ${closedSince(first, open)}
      union all select hour, ${listed} from (${hourlyActivity(open)}) live
    ) as counted
    group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return starts.map((_, n) => {
    const row = byDay.get(n + 1)
    return Object.fromEntries(names.map((name) => [name, Number(row?.[name] ?? 0)])) as Counted
  })
}

/** Closed hours of the period; open hours are counted from the source rows. */
export function closedSince(first: Date, open: Span): SQL {
  return sql`hour >= ${first.toISOString()}::timestamptz
    and hour < ${open.from.toISOString()}::timestamptz`
}

async function readByQrCode({ db, businessId }: Tenant, open: Span, first: Date) {
  const rows = await db.execute<Record<string, string | null>>(sql`
    select q.id, q.name, q.location_name as "locationName",
      coalesce(sum(a.scans), 0) as scans, coalesce(sum(a.sign_ups), 0) as "signUps",
      coalesce(sum(a.first_purchases), 0) as "firstVisits",
      coalesce(sum(a.second_purchases), 0) as "secondVisits"
    from qr_code q left join (
      select qr_code_id, scans, sign_ups, first_purchases, second_purchases
        from qr_code_activity_hour
        where business_id = ${businessId}::uuid and ${closedSince(first, open)}
      union all select qr_code_id, scans, sign_ups, first_purchases, second_purchases
        from (${hourlyByQrCode(open)}) live
        where hour >= ${first.toISOString()}::timestamptz
    ) a on a.qr_code_id = q.id
    where q.business_id = ${businessId}::uuid
    group by q.id, q.name, q.location_name
    order by sum(a.sign_ups) desc nulls last, sum(a.scans) desc nulls last, q.id`)
  const codes = rows.map((row) => ({
    id: String(row.id),
    name: row.name ?? null,
    locationName: row.locationName ?? null,
    scans: Number(row.scans),
    signUps: Number(row.signUps),
    firstVisits: Number(row.firstVisits),
    secondVisits: Number(row.secondVisits),
  }))
  const steps = ['scans', 'signUps', 'firstVisits', 'secondVisits'] as const
  const sumOf = (step: (typeof steps)[number]) => codes.reduce((sum, code) => sum + code[step], 0)
  const funnel = {
    scans: sumOf('scans'),
    signUps: sumOf('signUps'),
    firstVisits: sumOf('firstVisits'),
    secondVisits: sumOf('secondVisits'),
  }
  return [codes.map(({ firstVisits: _, ...code }) => code), funnel] as const
}

async function readByReward({ db, businessId }: Tenant, open: Span, first: Date) {
  const rows = await db.execute<Record<string, string>>(sql`
    select r.id, r.name, coalesce(sum(a.redemptions), 0) as redemptions,
      coalesce(sum(a.points), 0) as points
    from reward r left join (
      select reward_id, redemptions, points from reward_activity_hour
        where business_id = ${businessId}::uuid and ${closedSince(first, open)}
      union all select reward_id, redemptions, points from (${hourlyByReward(open)}) live
        where hour >= ${first.toISOString()}::timestamptz
    ) a on a.reward_id = r.id
    where r.business_id = ${businessId}::uuid
    group by r.id, r.name
    order by sum(a.redemptions) desc nulls last, r.id`)
  return rows.map(({ id = '', name = '', redemptions, points }) => ({
    id,
    name,
    redemptions: Number(redemptions),
    points: Number(points),
  }))
}

function addAll(counted: Counted[]): Counted {
  const sum = { ...nothing }
  for (const one of counted) for (const name of names) sum[name] += one[name]
  return sum
}

function toActivity({
  revenueCents,
  pointsIssued: _,
  pointsSpent: __,
  ...counts
}: Counted): Activity {
  return { ...counts, revenue: fromCents(revenueCents) }
}
