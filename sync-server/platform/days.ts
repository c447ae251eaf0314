/**
 * The platform's figures by UTC day, as its overview and its analytics show them: what the job added
 * up to the last closed hour, with the scans since then and all new businesses.
 */
import { gte, sql } from 'drizzle-orm'
import { platformActivityDay } from '#schema/database/activity.ts'
import { business } from '#schema/database/business.ts'
import { scan } from '#schema/database/qr-code.ts'
import type { Transaction } from '#sync-server/database/doors.ts'

export interface PlatformDay {
  tenantsCreated: number
  activeTenants: number
  signUps: number
  scans: number
  redemptions: number
  revenueCents: number
}

const noActivity: PlatformDay = {
  tenantsCreated: 0,
  activeTenants: 0,
  signUps: 0,
  scans: 0,
  redemptions: 0,
  revenueCents: 0,
}

interface PlatformDays {
  /** One for each day of the calendar. */
  days: PlatformDay[]
  /** Null if none of these days was added up. */
  summedUntil: Date | null
}

/** @param calendar successive days, the first instant of each */
export async function readPlatformDays(
  db: Transaction,
  calendar: readonly { day: string; at: Date }[],
): Promise<PlatformDays> {
  const [first] = calendar
  if (!first) return { days: [], summedUntil: null }
  const summed = await db
    .select()
    .from(platformActivityDay)
    .where(gte(platformActivityDay.day, first.day))
  const until = Math.max(0, ...summed.map((row) => row.summedUntil?.getTime() ?? 0))
  const scans = await countByDay(db, scan, new Date(Math.max(until, first.at.getTime())))
  const created = await countByDay(db, business, first.at)
  const summedByDay = new Map(summed.map((row) => [row.day, row]))
  const days = calendar.map(({ day }) => {
    const row = summedByDay.get(day) ?? noActivity
    return {
      ...row,
      scans: row.scans + (scans.get(day) ?? 0),
      tenantsCreated: created.get(day) ?? 0,
    }
  })
  return { days, summedUntil: until > 0 ? new Date(until) : null }
}

async function countByDay(
  db: Transaction,
  table: typeof scan | typeof business,
  since: Date,
): Promise<Map<string, number>> {
  const at = table === scan ? scan.recordedAt : business.createdAt
  const rows = await db
    .select({
      day: sql<string>`(${at} at time zone 'UTC')::date::text`,
      count: sql`count(*)`.mapWith(Number),
    })
    .from(table)
    .where(gte(at, since))
    .groupBy(sql`1`)
  return new Map(rows.map(({ day, count }) => [day, count]))
}
