/** Analytics over time: a business's figures, and the platform's. */
import * as z from 'zod/mini'
import { day, instant, timeZone, uuid } from './id.ts'

/** The number of days in a chart; it is compared with the same number of days before. */
export const analyticsDays = [7, 30, 90, 365] as const
export type AnalyticsDays = (typeof analyticsDays)[number]

const days = z
  ._default(z.coerce.number(), 30)
  .check(
    z.refine(
      (count) => (analyticsDays as readonly number[]).includes(count),
      `Choose ${analyticsDays.slice(0, -1).join(', ')} or ${analyticsDays.at(-1)} days`,
    ),
  )

export const analyticsQuery = z.object({
  days,
  /** The IANA time zone in which days begin and end. */
  timeZone: z._default(timeZone, 'UTC'),
})
export const platformAnalyticsQuery = z.object({ days })

/** Dollars as a decimal string; negative if more was reversed than sold. */
const dollars = z.string()

export const activity = z.object({
  scans: z.number(),
  signUps: z.number(),
  purchases: z.number(),
  /** Purchases by customers who had bought before. */
  repeatPurchases: z.number(),
  redemptions: z.number(),
  /** Sales minus reversals. */
  revenue: dollars,
})
export type Activity = z.infer<typeof activity>

export const businessAnalytics = z.object({
  asOf: instant,
  timeZone: z.string(),
  totals: activity,
  /** For the same number of days before. */
  before: activity,
  /** One entry per day, oldest first; `before` is the matching day of the earlier period. */
  series: z.array(z.object({ day, now: activity, before: activity })),
  /** For sign-ups through QR codes. */
  funnel: z.object({
    scans: z.number(),
    signUps: z.number(),
    firstVisits: z.number(),
    secondVisits: z.number(),
  }),
  qrCodes: z.array(
    z.object({
      id: uuid,
      name: z.nullable(z.string()),
      locationName: z.nullable(z.string()),
      scans: z.number(),
      signUps: z.number(),
      secondVisits: z.number(),
    }),
  ),
  /** Most redeemed first. */
  rewards: z.array(
    z.object({ id: uuid, name: z.string(), redemptions: z.number(), points: z.number() }),
  ),
  /** For the period; for the all-time liability, see `business.pointsFigures`. */
  points: z.object({ issued: z.number(), spent: z.number() }),
})
export type BusinessAnalytics = z.infer<typeof businessAnalytics>

const platformActivity = z.object({
  tenantsCreated: z.number(),
  activeTenants: z.number(),
  signUps: z.number(),
  scans: z.number(),
  redemptions: z.number(),
  revenue: dollars,
})
export type PlatformActivity = z.infer<typeof platformActivity>

/** Days are days in UTC. */
export const platformAnalytics = z.object({
  /** The end of the last hour that all figures include. */
  asOf: instant,
  /** `activeTenants` of a period is the daily average. */
  totals: platformActivity,
  before: platformActivity,
  series: z.array(z.object({ day, now: platformActivity, before: platformActivity })),
  /** Ranked by sign-ups in this calendar month and the one before. */
  topTenants: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      signUps: z.number(),
      scans: z.number(),
      redemptions: z.number(),
      revenue: dollars,
    }),
  ),
  /** Businesses by the month they were created in, and how many were active in each month since. */
  cohorts: z.array(
    z.object({
      /** '2026-11' */
      month: z.string(),
      tenants: z.number(),
      active: z.array(z.number()),
    }),
  ),
})
export type PlatformAnalytics = z.infer<typeof platformAnalytics>
