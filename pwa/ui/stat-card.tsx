/** One number of a dashboard; its skeleton has its size. */
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

interface StatCardProps {
  label: string
  /** undefined while loading */
  value: string | undefined
  icon?: ReactNode
  /** Percent against the time before; left out where there is none. */
  trendPercent?: number | null
}

export function StatCard({ label, value, icon, trendPercent }: StatCardProps) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-center justify-between gap-2 text-ink-soft">
        <h2 className="truncate font-medium text-sm">{label}</h2>
        {icon && (
          <span aria-hidden="true" className="text-ink-faint">
            {icon}
          </span>
        )}
      </div>
      <div className="flex h-9 items-center justify-between gap-2">
        {value === undefined ? (
          <Skeleton className="h-7 w-20" />
        ) : (
          <p className="font-semibold text-2xl tabular-nums tracking-tight">{value}</p>
        )}
        {trendPercent != null && <Trend percent={trendPercent} />}
      </div>
    </section>
  )
}

function Trend({ percent }: { percent: number }) {
  const up = percent >= 0
  return (
    <span
      className={
        up
          ? 'inline-flex items-center gap-0.5 rounded-full bg-success-soft px-2 py-0.5 font-medium text-success text-xs'
          : 'inline-flex items-center gap-0.5 rounded-full bg-danger-soft px-2 py-0.5 font-medium text-danger text-xs'
      }
    >
      {up ? (
        <ArrowUpRight size={14} aria-hidden="true" />
      ) : (
        <ArrowDownRight size={14} aria-hidden="true" />
      )}
      {Math.abs(percent)}%<span className="sr-only">{up ? ' more' : ' less'} than before</span>
    </span>
  )
}
