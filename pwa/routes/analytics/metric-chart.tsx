/**
 * Figures over a period against the one before: a row of them to choose from, the chosen one as a
 * chart, and the same numbers as a table.
 */

import { useMemo, useState } from 'react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { currentLanguage } from '#pwa/texts/language.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Trend } from '#pwa/ui/stat-card.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import { TimeChart } from '#pwa/ui/time-chart.tsx'
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
  // Stays open while another period is loaded.
  const [isTableOpen, setTableOpen] = useState(false)
  const metric = metrics.find(({ name }) => name === chosen) ?? metrics[0]
  if (!metric) return null
  const shown = metric.name
  return (
    <Card flush>
      <fieldset className="grid grid-cols-2 gap-px border-line border-b bg-line lg:grid-cols-5">
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
          <DaysOf
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
      className="flex min-w-0 flex-col gap-1.5 border-transparent max-lg:last:even:col-span-full border-b-3 bg-surface px-5 pt-4 pb-3 text-left hover:bg-sunken/50 focus-visible:-outline-offset-3 aria-pressed:border-chart-1"
    >
      <span className="font-medium text-ink-soft text-sm">
        {analyticsTexts.metrics[metric.name]}
      </span>
      <span className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-1">
        {value === undefined ? (
          <Skeleton className="h-7 w-16" />
        ) : (
          <span className="font-semibold text-2xl tabular-nums tracking-tight">
            {metric.format(value)}
          </span>
        )}
        {change != null && <Trend percent={change} />}
      </span>
    </button>
  )
}

interface DaysOfProps<Counted> {
  metric: Metric<Counted>
  series: readonly { day: string; now: Counted; before: Counted }[]
  isTableOpen: boolean
  onTable: (isOpen: boolean) => void
}

function DaysOf<Counted>({ metric, series, isTableOpen, onTable }: DaysOfProps<Counted>) {
  const drawn = useMemo(() => {
    const days = new Intl.DateTimeFormat(currentLanguage() === 'es' ? 'es' : 'en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
    return {
      places: series.map(({ day }) => days.format(new Date(day))),
      now: series.map((one) => metric.read(one.now)),
      before: series.map((one) => metric.read(one.before)),
    }
  }, [metric, series])
  const name = analyticsTexts.metrics[metric.name]
  const columns: Column<number>[] = [
    { name: analyticsTexts.day, main: true, cell: (n) => drawn.places[n] },
    {
      name: analyticsTexts.thisPeriod,
      numeric: true,
      cell: (n) => metric.format(drawn.now[n] ?? 0),
    },
    {
      name: analyticsTexts.before,
      numeric: true,
      cell: (n) => metric.format(drawn.before[n] ?? 0),
    },
  ]
  return (
    <>
      <TimeChart
        {...drawn}
        label={analyticsTexts.chartOf(name)}
        nowName={analyticsTexts.thisPeriod}
        beforeName={analyticsTexts.before}
        format={metric.format}
        isCount={metric.isCount}
      />
      <details
        className="mt-3"
        open={isTableOpen}
        onToggle={(event) => onTable(event.currentTarget.open)}
      >
        <summary className="inline-flex min-h-9 items-center rounded-md text-ink-soft text-sm hover:text-ink">
          {analyticsTexts.showTable}
        </summary>
        <div className="-mx-5 mt-2 max-h-96 overflow-y-auto">
          <Table
            caption={analyticsTexts.chartOf(name)}
            columns={columns}
            rows={series.map((_, n) => n)}
            keyOf={String}
            empty={null}
          />
        </div>
      </details>
    </>
  )
}
