/**
 * Figures for a period compared with the period before: tiles to choose from, the chosen figure as
 * a chart, and the same numbers as a table.
 */

import { useState } from 'react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Trend } from '#pwa/ui/stat-card.tsx'
import { DaysChart } from './days-chart.tsx'
import { changeOf, type Metric, type MetricName } from './metrics.ts'

interface MetricChartProps<Counted> {
  metrics: readonly Metric<Counted>[]
  chosen: MetricName
  onChoose: (metric: MetricName) => void
  /** undefined while loading */
  figures:
    | {
        totals: Counted
        before: Counted
        series: readonly { day: string; now: Counted; before: Counted }[]
      }
    | undefined
}

export function MetricChart<Counted>(props: MetricChartProps<Counted>) {
  const { metrics, chosen, onChoose, figures } = props
  // Stays open while another period loads.
  const [isTableOpen, setTableOpen] = useState(false)
  const metric = metrics.find(({ name }) => name === chosen) ?? metrics[0]
  if (!metric) return null
  const shown = metric.name
  return (
    <Card flush>
      <fieldset className="flex flex-wrap gap-px border-line border-b bg-line lg:grid lg:grid-cols-5">
        <legend className="sr-only">{analyticsTexts.thisPeriod}</legend>
        {metrics.map((one) => (
          <MetricButton
            key={one.name}
            metric={one}
            figures={figures}
            pressed={one.name === shown}
            onPress={() => onChoose(one.name)}
          />
        ))}
      </fieldset>
      <div className="p-5">
        {figures ? (
          <DaysChart
            metric={metric}
            series={figures.series}
            isTableOpen={isTableOpen}
            onTable={setTableOpen}
          />
        ) : (
          <Skeleton className="h-74 w-full" />
        )}
      </div>
    </Card>
  )
}

interface MetricButtonProps<Counted> {
  metric: Metric<Counted>
  figures: { totals: Counted; before: Counted } | undefined
  pressed: boolean
  onPress: () => void
}

function MetricButton<Counted>({ metric, figures, pressed, onPress }: MetricButtonProps<Counted>) {
  const value = figures && metric.read(figures.totals)
  const change = figures && changeOf(value ?? 0, metric.read(figures.before))
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-busy={figures === undefined}
      title={analyticsTexts.hints[metric.name]}
      onClick={onPress}
      className="@container flex min-w-0 grow basis-[min(100%,9.5rem)] flex-col gap-1.5 border-transparent border-b-3 bg-surface px-5 pt-4 pb-3 text-left hover:bg-sunken/50 focus-visible:-outline-offset-3 aria-pressed:border-chart-1 forced-colors:not-aria-pressed:border-none"
    >
      <span className="font-medium text-ink-soft text-sm">
        {analyticsTexts.metrics[metric.name]}
      </span>
      <span className="flex flex-col items-start gap-1">
        {value === undefined ? (
          <Skeleton className="h-7 w-16" />
        ) : (
          <Figure>{metric.format(value)}</Figure>
        )}
        {change != null && <Trend percent={change} />}
      </span>
    </button>
  )
}

/**
 * A digit is about half as wide as it is high, so long numbers get a smaller font to fit the tile.
 */
function Figure({ children }: { children: string }) {
  const fontSize = `min(1.5rem, ${190 / children.length}cqi)`
  return (
    <span
      translate="no"
      className="font-semibold tabular-nums leading-8 tracking-tight"
      style={{ fontSize }}
    >
      {children}
    </span>
  )
}
