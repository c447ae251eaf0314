/**
 * The platform's figures, and how the last 30 days compare with the 30 before
 * (docs/specification.md, "Trend badges"). None is counted: a business's transactions keep the counts
 * of its members and redemptions, and a job adds up the days.
 */
import { gte, ne, sum } from 'drizzle-orm'
import type { PlatformStats } from '#schema/contract/platform.ts'
import { platformActivityDay } from '#schema/database/activity.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { scan } from '#schema/database/qr-code.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { dayStarts } from '#sync-server/loyalty/calendar.ts'
import type { Rule } from '#sync-server/rule/rule.ts'

const windowDays = 30

/** Reads over all businesses, without locks (docs/scale.md 9). */
export async function readStats(_: unknown, { db, now }: Rule): Promise<PlatformStats> {
  const [counted] = await db
    .select({
      members: sum(businessVersion.members).mapWith(Number),
      redemptions: sum(businessVersion.redemptions).mapWith(Number),
    })
    .from(businessVersion)
  const tenants = await db.$count(business, ne(business.status, 'suspended'))
  const days = await readDays(db, now)
  const scans = days.scans.lately + (await db.$count(scan, gte(scan.recordedAt, days.summedUntil)))
  return {
    totalTenants: tenants,
    totalCustomers: counted?.members ?? 0,
    totalScans: scans,
    rewardsRedeemed: counted?.redemptions ?? 0,
    trends: {
      totalTenants: trendOf(days.tenants),
      totalCustomers: trendOf(days.signUps),
      totalScans: trendOf({ ...days.scans, lately: scans }),
      rewardsRedeemed: trendOf(days.redemptions),
    },
  }
}

interface Compared {
  lately: number
  before: number
}

/** The days of the platform's analytics, up to the last hour that the job added up. */
async function readDays(db: Transaction, now: Date) {
  const calendar = dayStarts('UTC', 2 * windowDays, now)
  const [first, middle] = [calendar[0], calendar[windowDays]]
  if (!first || !middle) throw new Error('The calendar has too few days')
  const rows = await db
    .select()
    .from(platformActivityDay)
    .where(gte(platformActivityDay.day, first.day))
  const compare = (name: 'tenantsCreated' | 'signUps' | 'scans' | 'redemptions'): Compared => {
    const sumOf = (isLate: boolean) =>
      rows
        .filter(({ day }) => day >= middle.day === isLate)
        .reduce((sum, row) => sum + row[name], 0)
    return { lately: sumOf(true), before: sumOf(false) }
  }
  const summedUntil = rows.map((row) => row.summedUntil?.getTime() ?? 0)
  return {
    tenants: compare('tenantsCreated'),
    signUps: compare('signUps'),
    scans: compare('scans'),
    redemptions: compare('redemptions'),
    summedUntil: new Date(Math.max(middle.at.getTime(), ...summedUntil)),
  }
}

function trendOf({ lately, before }: Compared): number | null {
  return before === 0 ? null : Math.round(((lately - before) / before) * 100)
}
