/** Today's figures with their trend, and the sales of two weeks, for owners. Works offline. */
import type { ReactNode } from 'react'
import { type DayFigures, type Today, useToday } from '#pwa/loyalty/today.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatMoney, formatNumber, formatWeekday } from '#pwa/texts/format.ts'
import { percentage } from '#pwa/texts/language.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SparkLine } from '#pwa/ui/spark-line.tsx'

const counts = ['purchases', 'newMembers', 'rewards'] as const

/** @param isWhole whether the first sync is complete */
export function TodayCard({ isWhole }: { isWhole: boolean }) {
  const { loading, ...day } = useToday()
  const known = isWhole && !loading ? day : null
  return (
    <div className="mb-4">
      <Card title={businessTexts.today}>
        <dl className="grid grid-cols-3 gap-x-4 gap-y-5 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))]">
          <Sales known={known} />
          {counts.map((name) => (
            <Count key={name} name={name} known={known} />
          ))}
        </dl>
      </Card>
    </div>
  )
}

interface FigureProps {
  /** null while it loads. */
  known: Omit<Today, 'loading'> | null
}

function Sales({ known }: FigureProps) {
  const [sales, before] = [known?.today.sales ?? '0', known?.lastWeek?.sales]
  const change = Number(before) > 0 ? (Number(sales) / Number(before) - 1) * 100 : 0
  return (
    <div className="@container col-span-full min-w-0 lg:col-span-1 lg:row-span-2">
      <dt className="text-ink-soft text-sm">{businessTexts.todayFigures.sales}</dt>
      <dd className="mt-0.5 flex flex-wrap items-end gap-x-6 gap-y-3">
        <span className="min-w-0">
          <Figure shown={known && formatMoney(sales)} className="text-4xl" isFitted />
          {before !== undefined && (
            <Comparison
              day={known?.day ?? ''}
              change={change}
              shown={percentage(Math.abs(Math.round(change)))}
              before={formatMoney(before)}
            />
          )}
        </span>
        {known && (
          <span className="min-w-32 flex-1">
            <SparkLine label={businessTexts.salesOfDays(known.days.length)} values={known.days} />
          </span>
        )}
      </dd>
    </div>
  )
}

function Count({ name, known }: FigureProps & { name: Exclude<keyof DayFigures, 'sales'> }) {
  const [now, before] = [known?.today[name] ?? 0, known?.lastWeek?.[name]]
  return (
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-0.5">
      <dt className="self-end break-words text-ink-soft text-sm">
        {businessTexts.todayFigures[name]}
      </dt>
      <dd>
        <Figure shown={known && formatNumber(now)} className="text-2xl" />
        {before !== undefined && (
          <Comparison
            day={known?.day ?? ''}
            change={now - before}
            shown={formatNumber(Math.abs(now - before))}
            before={formatNumber(before)}
            isNarrow
          />
        )}
      </dd>
    </div>
  )
}

interface ShownFigureProps {
  /** null while it loads */
  shown: string | null
  className: string
  /** Many digits get smaller, so that they fit into their container. */
  isFitted?: boolean
}

function Figure({ shown, className, isFitted = false }: ShownFigureProps): ReactNode {
  if (shown === null) return <Skeleton className="mt-1 h-7 w-16" />
  return (
    <span
      translate="no"
      className={classNames('block font-semibold tabular-nums tracking-tight', className)}
      {...(isFitted && {
        style: { fontSize: `min(var(--text-4xl), ${180 / shown.length}cqi)` },
      })}
    >
      {shown}
    </span>
  )
}

interface ComparisonProps {
  day: string
  change: number
  /** The size of the change. */
  shown: string
  before: string
  /** In a third of a phone's width only the arrow is seen; the day is that of the sales above. */
  isNarrow?: boolean
}

/** The sentence has the figures; the arrow is for the eye. */
function Comparison({ day, change, shown, before, isNarrow }: ComparisonProps) {
  return (
    <span className="text-ink-faint text-sm tabular-nums">
      {change !== 0 && (
        <span
          aria-hidden="true"
          className={classNames(
            'mr-1.5 whitespace-nowrap font-semibold',
            change > 0 ? 'text-success' : 'text-danger',
          )}
        >
          {`${change > 0 ? '▲' : '▼'} ${shown}`}
        </span>
      )}
      <span className={isNarrow ? 'max-sm:sr-only' : undefined}>
        {businessTexts.lastWeekday(before, formatWeekday(day))}
      </span>
    </span>
  )
}
