/** The figures available over time, and how to show and compare each. */
import type { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatMoney, formatNumber, formatPercent } from '#pwa/texts/format.ts'
import type { Activity, PlatformActivity } from '#schema/contract/analytics.ts'

export type MetricName = keyof typeof analyticsTexts.metrics

export interface Metric<Counted> {
  name: MetricName
  read: (counted: Counted) => number
  format: (value: number) => string
  isCount: boolean
}

function percent(value: number): string {
  return formatPercent(Math.round(value))
}

const dollars = (value: number) => formatMoney(String(value))

function repeatRateOf({ purchases, repeatPurchases }: Activity): number {
  return purchases === 0 ? 0 : (repeatPurchases / purchases) * 100
}

const counted = { format: formatNumber, isCount: true }

export const businessMetrics: readonly Metric<Activity>[] = [
  { ...counted, name: 'signUps', read: ({ signUps }) => signUps },
  { ...counted, name: 'scans', read: ({ scans }) => scans },
  { ...counted, name: 'redemptions', read: ({ redemptions }) => redemptions },
  { name: 'revenue', read: ({ revenue }) => Number(revenue), format: dollars, isCount: false },
  { name: 'repeatRate', read: repeatRateOf, format: percent, isCount: false },
]

export const platformMetrics: readonly Metric<PlatformActivity>[] = [
  { ...counted, name: 'tenantsCreated', read: ({ tenantsCreated }) => tenantsCreated },
  { ...counted, name: 'activeTenants', read: ({ activeTenants }) => activeTenants },
  { ...counted, name: 'signUps', read: ({ signUps }) => signUps },
  { ...counted, name: 'scans', read: ({ scans }) => scans },
  { ...counted, name: 'redemptions', read: ({ redemptions }) => redemptions },
]

/**
 * @returns the change in percent from the period before; null if there is nothing to compare with
 */
export function changeOf(now: number, before: number): number | null {
  if (before <= 0) return null
  // A small loss rounds to -0, which would print with its sign.
  return Math.round(((now - before) / before) * 100) || 0
}
