/** What is looked at, as it stands in the address: the period and the figure. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type AnalyticsDays, analyticsDays } from '#schema/contract/analytics.ts'
import type { Metric, MetricName } from './metrics.ts'

export interface AnalyticsSearch {
  days: AnalyticsDays
  metric: MetricName
}

/** Whatever an address says, only what can be asked for is asked for. */
export function useAnalyticsSearch(
  metrics: readonly Pick<Metric<never>, 'name'>[],
): [AnalyticsSearch, (change: Partial<AnalyticsSearch>) => void] {
  const navigate = useNavigate()
  const written: Record<string, unknown> = useSearch({ strict: false })
  const days = analyticsDays.find((count) => String(count) === String(written.days)) ?? 30
  const metric = metrics.find(({ name }) => name === written.metric)?.name ?? 'signUps'
  return [
    { days, metric },
    (change) =>
      void navigate({
        to: '.',
        search: { days, metric, ...change },
        replace: true,
        resetScroll: false,
      }),
  ]
}
