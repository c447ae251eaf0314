/** One figure day by day as a chart, and the same numbers as a table. */
import { useMemo } from 'react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { currentLocale } from '#pwa/texts/language.ts'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import { TimeChart } from '#pwa/ui/time-chart.tsx'
import type { Metric } from './metrics.ts'

interface DaysChartProps<Counted> {
  metric: Metric<Counted>
  series: readonly { day: string; now: Counted; before: Counted }[]
  isTableOpen: boolean
  onTable: (isOpen: boolean) => void
}

export function DaysChart<Counted>({
  metric,
  series,
  isTableOpen,
  onTable,
}: DaysChartProps<Counted>) {
  const drawn = useMemo(() => {
    const days = new Intl.DateTimeFormat(currentLocale(), {
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
        <section
          aria-label={analyticsTexts.chartOf(name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard (axe, scrollable-region-focusable).
          tabIndex={0}
          className="-mx-5 mt-2 max-h-96 overflow-y-auto focus-visible:-outline-offset-3"
        >
          <Table
            caption={analyticsTexts.chartOf(name)}
            columns={columns}
            rows={series.map((_, n) => n)}
            keyOf={String}
            empty={null}
          />
        </section>
      </details>
    </>
  )
}
