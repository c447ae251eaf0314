/** The search parameters of an analytics screen: the period and the figure. */
import { type AnalyticsDays, analyticsDays } from '#schema/contract/analytics.ts'
import { businessMetrics, type MetricName, platformMetrics } from './metrics.ts'

export interface AnalyticsSearch {
  days?: AnalyticsDays
  metric?: MetricName
}

/** Ignores values that the screen doesn't have. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const days = analyticsDays.find((count) => String(count) === String(search.days))
  const metric = [...businessMetrics, ...platformMetrics].find(({ name }) => name === search.metric)
  return { ...(days && { days }), ...(metric && { metric: metric.name }) }
}
