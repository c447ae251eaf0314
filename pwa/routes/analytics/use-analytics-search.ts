/** Reads the period and the figure from the address, and changes them there. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usualDays } from './analytics-question.ts'
import { type AnalyticsSearch, readAnalyticsSearch } from './analytics-search.ts'
import type { Metric } from './metrics.ts'

export function useAnalyticsSearch(
  metrics: readonly Pick<Metric<never>, 'name'>[],
): [Required<AnalyticsSearch>, (change: AnalyticsSearch) => void] {
  const navigate = useNavigate()
  const asked = readAnalyticsSearch(useSearch({ strict: false }))
  const days = asked.days ?? usualDays
  const metric = metrics.find(({ name }) => name === asked.metric)?.name ?? 'signUps'
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
