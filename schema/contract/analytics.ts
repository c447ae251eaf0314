/** What happened over time: a business's own figures, and the platform's. */
import * as z from 'zod/mini'
import { day, instant, timeZone, uuid } from './id.ts'

/** How many days a chart covers; it is compared with as many days before. */
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
  /** Where days begin and end: an IANA name. */
  timeZone: z._default(timeZone, 'UTC'),
})
export const platformAnalyticsQuery = z.object({ days })

/** Dollars as a decimal string; negative when more was reversed than sold. */
const dollars = z.string()

export const activity = z.object({
  scans: z.number(),
  signUps: z.number(),
  purchases: z.number(),
  /** Purchases by customers who had bought before. */
  repeatPurchases: z.number(),
  redemptions: z.number(),
  /** Sold less what was reversed. */
  revenue: dollars,
})
export type Activity = z.infer<typeof activity>

export const businessAnalytics = z.object({
  asOf: instant,
  timeZone: z.string(),
  totals: activity,
  /** The same number of days before. */
  before: activity,
  /** One a day, oldest first; `before` is the day as many days earlier. */
  series: z.array(z.object({ day, now: activity, before: activity })),
  /** Of the sign-ups through QR codes. */
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
  /** Of the period; what is owed over all time is `business.pointsFigures`. */
  points: z.object({ issued: z.number(), spent: z.number() }),
})
export type BusinessAnalytics = z.infer<typeof businessAnalytics>

export const platformActivity = z.object({
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
  /** The end of the last hour that is in all of the figures. */
  asOf: instant,
  /** `activeTenants` of a period: on an average day. */
  totals: platformActivity,
  before: platformActivity,
  series: z.array(z.object({ day, now: platformActivity, before: platformActivity })),
  /** By sign-ups in this calendar month and the one before. */
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
  /** Businesses by the month they were created in, and how many did something in each month since. */
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
