/**
 * The shared part of a business's and the platform's analytics: period, figures over time, errors.
 */
import type { ReactNode } from 'react'
import { LoadProblem } from '#pwa/routes/frame/load-problem.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { AnalyticsHeader } from './analytics-header.tsx'
import { MetricChart } from './metric-chart.tsx'
import type { Metric } from './metrics.ts'
import { useAnalyticsSearch } from './use-analytics-search.ts'

interface Figures<Counted> {
  asOf: string
  totals: Counted
  before: Counted
  series: readonly { day: string; now: Counted; before: Counted }[]
}

interface AnalyticsPageProps<Counted, Shown extends Figures<Counted>> {
  description: string
  metrics: readonly Metric<Counted>[]
  state: {
    data: Shown | undefined
    error: unknown
    loading: boolean
    /** When the data was loaded, if the server can't be reached. */
    seenAt: string | null
    reload: () => void
  }
  /** Shown below the chart; called with undefined while loading. */
  children: (shown: Shown | undefined) => ReactNode
}

export function AnalyticsPage<Counted, Shown extends Figures<Counted>>(
  props: AnalyticsPageProps<Counted, Shown>,
) {
  const { description, metrics, state, children } = props
  const { data, error, seenAt } = state
  const [{ days, metric }, change] = useAnalyticsSearch(metrics)
  // An answer for another period is about to be replaced.
  const shown = data?.series.length === days ? data : undefined
  const problem = <LoadProblem of={{ ...state, data: shown }} />
  return (
    <>
      <AnalyticsHeader
        description={description}
        days={days}
        onDays={(chosen) => change({ days: chosen })}
        asOf={seenAt ? undefined : shown?.asOf}
      />
      {error !== undefined && !shown ? (
        <Card>{problem}</Card>
      ) : (
        <div className="flex flex-col gap-6">
          {problem}
          <MetricChart
            metrics={metrics}
            chosen={metric}
            onChoose={(chosen) => change({ metric: chosen })}
            figures={shown}
          />
          {children(shown)}
        </div>
      )}
    </>
  )
}
