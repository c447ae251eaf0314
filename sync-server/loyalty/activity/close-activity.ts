/**
 * Closes a business's hours in time order: stores the counts of what arrived in them, once. Work
 * that arrived late adds to the hour to which it belongs. An hour is closed minutes after its end,
 * when no transaction from it can still be open. Neither reading nor closing takes a lock that a
 * sale waits for.
 */
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { dayMs, hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import {
  activityHour,
  activityMonth,
  activityProgress,
  qrCodeActivityHour,
  rewardActivityHour,
} from '#schema/database/activity.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { insertRows } from '#sync-server/rule/ready-statement.ts'
import { hourlyActivity, hourlyByQrCode, hourlyByReward, type Span } from './activity-source.ts'

const settleMs = 10 * minuteMs
/** A long history is closed in pieces, one transaction each. */
const pieceMs = 31 * dayMs

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
async function storeHours(tenant: Tenant, span: Span): Promise<Date | null> {
  const hours = await count(hourlyActivity(span), tenant)
  await addCounts(activityHour, hours, { keys: ['hour'], counts: hourCounts }, tenant)
  const months = sumByMonth(hours)
  await addCounts(activityMonth, months, { keys: ['month'], counts: monthCounts }, tenant)
  const byQrCode = { keys: ['hour', 'qr_code_id'], counts: qrCodeCounts }
  await addCounts(qrCodeActivityHour, await count(hourlyByQrCode(span), tenant), byQrCode, tenant)
  const byReward = { keys: ['hour', 'reward_id'], counts: rewardCounts }
  await addCounts(rewardActivityHour, await count(hourlyByReward(span), tenant), byReward, tenant)
  const times = hours.map(({ hour }) => new Date(String(hour)).getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

type Counted = Record<string, unknown>

async function count(query: SQL, { db }: Tenant): Promise<Counted[]> {
  return [...(await db.execute<Counted>(query))]
}

function sumByMonth(hours: readonly Counted[]): Counted[] {
  const months = new Map<string, Counted>()
  for (const row of hours) {
    const month = `${new Date(String(row.hour)).toISOString().slice(0, 7)}-01`
    const before = months.get(month) ?? { month }
    const sums = monthCounts.map((name) => [name, Number(before[name] ?? 0) + Number(row[name])])
    months.set(month, { ...before, ...Object.fromEntries(sums) })
  }
  return [...months.values()]
}

async function addCounts(
  table: PgTable,
  counted: readonly Counted[],
  { keys, counts }: { keys: string[]; counts: string[] },
  { db, businessId }: Tenant,
): Promise<void> {
  if (counted.length === 0) return
  const columns = Object.entries(getTableColumns(table))
  const rows = counted.map((row) => ({
    ...Object.fromEntries(columns.map(([name, column]) => [name, row[column.name]])),
    businessId,
  }))
  const set = each(counts, (name) => sql`${name} = ${table}.${name} + excluded.${name}`)
  const onConflict = sql`on conflict (business_id, ${each(keys, (name) => name)}) do update set ${set}`
  await insertRows(db, table, rows, onConflict)
}

const each = (names: readonly string[], write: (name: SQL) => SQL) =>
  sql.join(
    names.map((name) => write(sql`${sql.identifier(name)}`)),
    sql`, `,
  )

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
