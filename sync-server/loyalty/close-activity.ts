/**
 * Closes a business's hours in time order: stores the counts of what arrived in them, once. Work
 * that arrived late adds to the hour to which it belongs. An hour is closed minutes after its end,
 * when no transaction from it can still be open. Neither reading nor closing takes a lock that a
 * sale waits for.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
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

interface Closed {
  /** Everything that can be closed has been closed. */
  isDone: boolean
  /** The first hour whose counts changed. */
  earliest: Date | null
}

export async function closeActivity(tenant: Tenant, now: Date): Promise<Closed> {
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
  if (to <= from) return { isDone: true, earliest: null }

  const span = { businessId, from, to }
  const earliest = await storeHours(tenant, span)
  const isDone = to.getTime() === until.getTime()
  await db
    .update(activityProgress)
    .set({
      closedUntil: to,
      version: isDone ? await quietVersion(tenant, to) : null,
    })
    .where(eq(activityProgress.businessId, businessId))
  return { isDone, earliest }
}

const hourCounts = [
  'scans',
  'sign_ups',
  'purchases',
  'repeat_purchases',
  'reversals',
  'redemptions',
  'revenue_cents',
  'points_issued',
  'points_spent',
]
const monthCounts = ['scans', 'sign_ups', 'purchases', 'redemptions', 'revenue_cents']
const qrCodeCounts = ['scans', 'sign_ups', 'first_purchases', 'second_purchases']
const rewardCounts = ['redemptions', 'points']

/** @returns the first hour whose counts changed */
async function storeHours({ db, businessId }: Tenant, span: Span): Promise<Date | null> {
  const own = sql`${businessId}::uuid as business_id`
  const [changed] = await db.execute<{ earliest: Date | string | null }>(sql`
    with counted as materialized (${hourlyActivity(span)}), hours as (
      insert into activity_hour as kept (business_id, hour, ${listOf(hourCounts)})
      select ${own}, hour, ${listOf(hourCounts)} from counted
      on conflict (business_id, hour) do update set ${addingTo(hourCounts)}
    ), months as (
      insert into activity_month as kept (business_id, month, ${listOf(monthCounts)})
      select ${own}, date_trunc('month', hour at time zone 'UTC')::date, ${sumsOf(monthCounts)}
      from counted group by 2
      on conflict (business_id, month) do update set ${addingTo(monthCounts)}
    )
    select min(hour) as earliest from counted`)
  await db.execute(sql`
    insert into qr_code_activity_hour as kept (business_id, hour, qr_code_id, ${listOf(qrCodeCounts)})
    select ${own}, hour, qr_code_id, ${listOf(qrCodeCounts)} from (${hourlyByQrCode(span)}) h
    on conflict (business_id, hour, qr_code_id) do update set ${addingTo(qrCodeCounts)}`)
  await db.execute(sql`
    insert into reward_activity_hour as kept (business_id, hour, reward_id, ${listOf(rewardCounts)})
    select ${own}, hour, reward_id, ${listOf(rewardCounts)} from (${hourlyByReward(span)}) h
    on conflict (business_id, hour, reward_id) do update set ${addingTo(rewardCounts)}`)
  return changed?.earliest ? new Date(changed.earliest) : null
}

const each = (names: readonly string[], write: (name: SQL) => SQL) =>
  sql.join(
    names.map((name) => write(sql`${sql.identifier(name)}`)),
    sql`, `,
  )
const listOf = (names: readonly string[]) => each(names, (name) => name)
const sumsOf = (names: readonly string[]) => each(names, (name) => sql`sum(${name})`)
const addingTo = (names: readonly string[]) =>
  each(names, (name) => sql`${name} = kept.${name} + excluded.${name}`)

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
