/**
 * Sums of the points ledger: kept up to an hour by the job that closes hours, and completed at each
 * look with what has arrived since. Entries never change and arrive once, so a member's part in the
 * sums of any hour can be computed again from their few entries, and is replaced when they have a
 * new one or are erased.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import { keptPoints, keptPointsDay } from '#schema/database/points.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { insertRows } from '#sync-server/rule/ready-statement.ts'

interface PointsSums {
  /** Points that members can spend. A negative balance doesn't reduce it; erased members can't spend. */
  outstanding: number
  /** The part of it whose members' latest entry is from before the given day. */
  dormant: number
  /** Points returned by an undone redemption count as neither issued nor redeemed. */
  issued: number
  redeemed: number
}

interface DayMoved {
  day: string
  points: number
  issued: number
  redeemed: number
}

/** Runs in one snapshot. @param dormantBefore a UTC day */
export async function readPointsSums(tenant: Tenant, dormantBefore: string): Promise<PointsSums> {
  const { db, businessId } = tenant
  const [kept] = await db.select().from(keptPoints).where(eq(keptPoints.businessId, businessId))
  const [days] = await db
    .select({
      outstanding: sql`coalesce(sum(${keptPointsDay.points}), 0)`.mapWith(Number),
      dormant: sql`coalesce(sum(${keptPointsDay.points})
        filter (where ${keptPointsDay.day} < ${dormantBefore}::date), 0)`.mapWith(Number),
    })
    .from(keptPointsDay)
    .where(eq(keptPointsDay.businessId, businessId))
  const sums = {
    outstanding: days?.outstanding ?? 0,
    dormant: days?.dormant ?? 0,
    issued: kept?.issued ?? 0,
    redeemed: kept?.redeemed ?? 0,
  }
  for (const moved of await readMoved(tenant, kept?.keptUntil ?? beginning, null)) {
    sums.outstanding += moved.points
    if (moved.day < dormantBefore) sums.dormant += moved.points
    sums.issued += moved.issued
    sums.redeemed += moved.redeemed
  }
  return sums
}

/** @param until an hour that is closed (close-activity.ts) */
export async function keepPoints(tenant: Tenant, until: Date): Promise<void> {
  const { db, businessId } = tenant
  await db.insert(keptPoints).values({ businessId, keptUntil: beginning }).onConflictDoNothing()
  const own = eq(keptPoints.businessId, businessId)
  const [kept] = await db.select().from(keptPoints).where(own).for('update')
  if (!kept || kept.keptUntil >= until) return
  const moved = await readMoved(tenant, kept.keptUntil, until)
  const days = moved.map(({ day, points }) => ({ businessId, day, points }))
  if (days.length > 0) {
    const onConflict = sql`on conflict (business_id, day)
      do update set points = kept_points_day.points + excluded.points`
    await insertRows(db, keptPointsDay, days, onConflict)
    await db.execute(sql`delete from kept_points_day
      where business_id = ${businessId}::uuid and points = 0`)
  }
  const sum = (of: (day: DayMoved) => number) => moved.reduce((all, day) => all + of(day), 0)
  await db
    .update(keptPoints)
    .set({
      keptUntil: until,
      issued: kept.issued + sum(({ issued }) => issued),
      redeemed: kept.redeemed + sum(({ redeemed }) => redeemed),
    })
    .where(own)
}

/** Before any work (docs/sync-protocol.md, Push 4). */
const beginning = new Date(0)

/**
 * How the sums of each day differ between two hours: by the members with an entry or an erasure in
 * between, each without what they counted before and with what they count then. Sample customers
 * count nowhere. @param to null for now
 */
async function readMoved({ db, businessId }: Tenant, from: Date, to: Date | null) {
  const own = sql`business_id = ${businessId}::uuid`
  const start = sql`${from.toISOString()}::timestamptz`
  const end = to ? sql`${to.toISOString()}::timestamptz` : sql`'infinity'::timestamptz`
  const within = (at: SQL) => sql`${at} >= ${start} and ${at} < ${end}`
  const spent = sql`case when reason = 'redemption' or (reason = 'reversal' and points > 0)
    then -points else 0 end`
  const before = sql`filter (where arrived < ${start})`
  const entries = (which: SQL) => sql`(select member_id, points, reason, created_at,
    coalesce(arrived_at, created_at) as arrived from points_entry where ${own} and ${which}) entry
    where arrived < ${end}`
  const summed = sql`max(created_at) ${before} as day_before, max(created_at) as day_after,
    coalesce(sum(points) ${before}, 0) as before, coalesce(sum(points), 0) as after,
    coalesce(sum(${spent}) ${before}, 0) as spent_before, coalesce(sum(${spent}), 0) as spent_after`
  const isBeginning = from.getTime() === beginning.getTime()
  const moved = sql`(select member_id as id from points_entry
        where ${own} and arrived_at is null and ${within(sql`created_at`)}
      union select member_id from points_entry where ${own} and ${within(sql`arrived_at`)}
      union select id from customer where ${own} and ${within(sql`erased_at`)}) moved`
  // The first sum reads the whole ledger; later ones read only the entries of members who moved.
  const sums = isBeginning
    ? sql`(select member_id as id, ${summed} from ${entries(sql`true`)} group by member_id) sums`
    : sql`${moved}
      cross join lateral (select moved.id, ${summed} from ${entries(sql`member_id = moved.id`)}) sums`
  const rows = await db.execute<{ [Name in keyof DayMoved]: string }>(sql`
    select day::text as day, sum(part.points) as points, sum(part.issued) as issued,
      sum(part.redeemed) as redeemed
    from ${sums}
    join customer member on member.business_id = ${businessId}::uuid and member.id = sums.id
    cross join lateral (values
      ((day_before at time zone 'UTC')::date,
        -case when member.erased_at < ${start} then 0 else greatest(before, 0) end,
        -before - spent_before, -spent_before),
      ((day_after at time zone 'UTC')::date,
        case when member.erased_at < ${end} then 0 else greatest(after, 0) end,
        after + spent_after, spent_after)
    ) part(day, points, issued, redeemed)
    where day is not null and not exists (select from sample_member s
      where s.business_id = ${businessId}::uuid and s.member_id = sums.id)
    group by 1`)
  return rows.map(
    ({ day, points, issued, redeemed }): DayMoved => ({
      day,
      points: Number(points),
      issued: Number(issued),
      redeemed: Number(redeemed),
    }),
  )
}
