/** One figure of a dashboard; its skeleton has the same size. */

import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { percentage } from '#pwa/texts/language.ts'
import { uiTexts } from '#pwa/texts/ui.ts'
import { Badge } from './badge.tsx'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

interface StatCardProps {
  label: string
  /** undefined while loading */
  value: ReactNode
  icon?: ReactNode
  /**
   * The change in percent from the period before; not shown if there is nothing to compare with.
   */
  trendPercent?: number | null
  /** Puts label and value in one line where both fit, for screens that other figures lead. */
  slim?: boolean
}

export function StatCard({ label, value, icon, trendPercent, slim = false }: StatCardProps) {
  return (
    <section
      aria-busy={value === undefined}
      className={classNames(
        'flex min-w-0 justify-between rounded-lg border border-line bg-surface shadow-card',
        slim
          ? 'flex-wrap gap-x-3 px-4 py-1.5 max-sm:flex-col sm:max-lg:items-center lg:max-xl:flex-col xl:items-center'
          : 'flex-col gap-3 p-4 sm:p-5',
      )}
    >
      <div className="flex items-start justify-between gap-2 text-ink-soft">
        <h2 className="min-w-0 break-words font-medium text-sm">{label}</h2>
        {icon && (
          <span aria-hidden="true" className="shrink-0 text-ink-faint [&_svg]:size-4.5">
            {icon}
          </span>
        )}
      </div>
      <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-2">
        {value === undefined ? (
          <Skeleton className="h-7 w-20" />
        ) : (
          <p
            translate="no"
            className={classNames('font-semibold tracking-tight', slim ? 'text-lg' : 'text-2xl')}
          >
            {value}
          </p>
        )}
        {value !== undefined && trendPercent != null && <Trend percent={trendPercent} />}
      </div>
    </section>
  )
}

/** The change in percent; screen readers get words instead of the arrow. */
export function Trend({ percent }: { percent: number }) {
  const isUp = percent >= 0
  if (percent === 0) return <Badge>{percentage(percent)}</Badge>
  return (
    <Badge
      tone={isUp ? 'success' : 'danger'}
      icon={isUp ? <ArrowUpRight size={14} /> : <ArrowDownRight size={14} />}
    >
      <span aria-hidden="true">{percentage(Math.abs(percent))}</span>
      <span className="sr-only">
        {isUp ? uiTexts.moreThanBefore(percent) : uiTexts.lessThanBefore(-percent)}
      </span>
    </Badge>
  )
}
