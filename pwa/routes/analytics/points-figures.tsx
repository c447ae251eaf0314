/**
 * The points that the business owes its members, each figure with a sentence about what it counts.
 */
import type { CallState } from '#pwa/api/use-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatMoney, formatNumber, formatPercent } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'

const percent = (rate: number | null) =>
  rate === null ? '–' : formatPercent(Math.round(rate * 100))

/** Renders nothing if it can't be loaded: the figures of the period already show the error. */
export function PointsFiguresCard({ state }: { state: CallState<'business.pointsFigures'> }) {
  const { data, error } = state
  if (!data && error !== undefined) return null
  const texts = analyticsTexts.liability
  const figures = data && [
    {
      name: texts.outstanding,
      value: formatNumber(data.outstanding),
      sentence: texts.outstandingMeans,
    },
    {
      name: texts.value,
      value: data.value === null ? '–' : formatMoney(data.value),
      sentence: data.value === null ? texts.noValue : texts.valueMeans,
    },
    {
      name: texts.redemptionRate,
      value: percent(data.redemptionRate),
      sentence: texts.redemptionRateMeans(formatNumber(data.redeemed), formatNumber(data.issued)),
    },
    {
      name: texts.breakage,
      value: percent(data.breakageRate),
      sentence: texts.breakageMeans(formatNumber(data.dormant), formatNumber(data.dormantDays)),
    },
  ]
  return (
    <Card title={texts.title} description={texts.hint}>
      {figures ? (
        <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          {figures.map(({ name, value, sentence }) => (
            <div key={name}>
              <dt className="text-ink-soft text-sm">{name}</dt>
              <dd>
                <span translate="no" className="block font-semibold text-2xl tabular-nums">
                  {value}
                </span>
                <span className="block text-ink-faint text-sm">{sentence}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton className="h-28" />
      )}
    </Card>
  )
}
