/**
 * The platform's figures, and how the last 30 days compare with the 30 before
 * (docs/specification.md, "Trend badges"). None is counted: a business's transactions keep the counts
 * of its members and redemptions, and a job adds up the days.
 */
import { ne, sum } from 'drizzle-orm'
import type { PlatformStats } from '#schema/contract/platform.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { dayStarts } from '#sync-server/loyalty/activity/calendar.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type PlatformDay, readPlatformDays } from './days.ts'

const windowDays = serverLimits.figuresDays

/** Reads over all businesses, without locks (docs/scale.md 9). */
export async function readStats(_: unknown, { db, now }: Rule): Promise<PlatformStats> {
  const [counted] = await db
    .select({
      members: sum(businessVersion.members).mapWith(Number),
      redemptions: sum(businessVersion.redemptions).mapWith(Number),
    })
    .from(businessVersion)
  const tenants = await db.$count(business, ne(business.status, 'suspended'))
  const { days } = await readPlatformDays(db, dayStarts('UTC', 2 * windowDays, now))
  const compare = (name: keyof PlatformDay): Compared => {
    const sumOf = (rows: PlatformDay[]) => rows.reduce((total, row) => total + row[name], 0)
    return { lately: sumOf(days.slice(windowDays)), before: sumOf(days.slice(0, windowDays)) }
  }
  const scans = compare('scans')
  return {
    totalTenants: tenants,
    totalCustomers: counted?.members ?? 0,
    totalScans: scans.lately,
    rewardsRedeemed: counted?.redemptions ?? 0,
    trends: {
      totalTenants: trendOf(compare('tenantsCreated')),
      totalCustomers: trendOf(compare('signUps')),
      totalScans: trendOf(scans),
      rewardsRedeemed: trendOf(compare('redemptions')),
    },
  }
}

interface Compared {
  lately: number
  before: number
}

function trendOf({ lately, before }: Compared): number | null {
  return before === 0 ? null : Math.round(((lately - before) / before) * 100)
}
