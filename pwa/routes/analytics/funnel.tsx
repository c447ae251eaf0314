/** From the first scan to the second visit: how many people reached each step. */
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatNumber, formatPercent } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { BusinessAnalytics } from '#schema/contract/analytics.ts'

const steps = ['scans', 'signUps', 'firstVisits', 'secondVisits'] as const

export function Funnel({ funnel }: { funnel: BusinessAnalytics['funnel'] | undefined }) {
  const most = funnel && Math.max(1, ...steps.map((step) => funnel[step]))
  return (
    <Card title={analyticsTexts.funnel} description={analyticsTexts.funnelHint}>
      <ol className="flex flex-col gap-x-6 gap-y-4 lg:grid lg:grid-cols-4 lg:items-end">
        {steps.map((step, n) => {
          const before = steps[n - 1]
          const value = funnel?.[step]
          const from = before && funnel?.[before]
          return (
            <li key={step} className="flex flex-col gap-1.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                <span className="font-medium">{analyticsTexts.funnelSteps[step]}</span>
                {value === undefined ? (
                  <Skeleton className="h-4 w-20" />
                ) : (
                  <span className="text-ink-soft">
                    <span translate="no" className="font-semibold text-ink tabular-nums">
                      {formatNumber(value)}
                    </span>
                    {!!from && (
                      <span>{` · ${analyticsTexts.ofStepBefore(formatPercent(Math.round((value / from) * 100)))}`}</span>
                    )}
                  </span>
                )}
              </span>
              <span
                aria-hidden="true"
                className="h-3 overflow-clip rounded-full bg-sunken forced-color-adjust-none"
              >
                <span
                  className="block h-full rounded-full bg-chart-1"
                  style={{ width: `${((value ?? 0) / (most ?? 1)) * 100}%` }}
                />
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
