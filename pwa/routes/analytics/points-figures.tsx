/**
 * The points that the business owes its members, each figure with a sentence about what it counts,
 * and how many moved in the period.
 */
import type { CallState } from '#pwa/api/use-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatMoney, formatNumber, formatPercent } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { DetailList } from '#pwa/ui/detail-list.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { BusinessAnalytics } from '#schema/contract/analytics.ts'

const percent = (rate: number | null) =>
  rate === null ? '–' : formatPercent(Math.round(rate * 100))

interface PointsFiguresCardProps {
  state: CallState<'business.pointsFigures'>
  /** undefined while loading */
  moved: BusinessAnalytics['points'] | undefined
}

export function PointsFiguresCard({ state, moved }: PointsFiguresCardProps) {
  return (
    <Card title={analyticsTexts.liability.title} description={analyticsTexts.liability.hint}>
      <Owed state={state} />
      <Moved points={moved} />
    </Card>
  )
}

function Moved({ points }: { points: BusinessAnalytics['points'] | undefined }) {
  const shown = (value: number | undefined) =>
    value === undefined ? <Skeleton className="h-4 w-16" /> : formatNumber(value)
  return (
    <section className="mt-5 border-line border-t pt-4 first:mt-0 first:border-0 first:pt-0">
      <h3 className="font-semibold text-sm">{analyticsTexts.points}</h3>
      <p className="mb-2 text-ink-soft text-sm">{analyticsTexts.pointsHint}</p>
      <DetailList
        details={[
          { name: analyticsTexts.issued, value: shown(points?.issued) },
          { name: analyticsTexts.spent, value: shown(points?.spent) },
        ]}
      />
    </section>
  )
}

/** Renders nothing if it can't be loaded: the figures of the period already show the error. */
function Owed({ state }: Pick<PointsFiguresCardProps, 'state'>) {
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
  if (!figures) return <Skeleton className="h-28" />
  return (
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
  )
}
