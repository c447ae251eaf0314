/** The header of an analytics screen: its period, and the time its figures were computed. */
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatDay, formatInstant, formatTime } from '#pwa/texts/format.ts'
import { PageHeader } from '#pwa/ui/page-header.tsx'
import { Segments } from '#pwa/ui/segments.tsx'
import { type AnalyticsDays, analyticsDays } from '#schema/contract/analytics.ts'

interface AnalyticsHeaderProps {
  description: string
  days: AnalyticsDays
  onDays: (days: AnalyticsDays) => void
  asOf: string | undefined
}

export function AnalyticsHeader({ description, days, onDays, asOf }: AnalyticsHeaderProps) {
  return (
    <PageHeader
      title={analyticsTexts.title}
      description={description}
      actions={
        <>
          {asOf && (
            <time dateTime={asOf} className="text-ink-faint text-sm">
              {analyticsTexts.asOf(timeOf(asOf))}
            </time>
          )}
          <Segments
            legend={analyticsTexts.period}
            value={String(days)}
            onValue={(chosen) =>
              onDays(analyticsDays.find((count) => String(count) === chosen) ?? 30)
            }
            segments={analyticsDays.map((count) => ({
              value: String(count),
              label: analyticsTexts.lastDays(count),
            }))}
          />
        </>
      }
    />
  )
}

/** Includes the day if it isn't today: the last full hour may be yesterday's. */
function timeOf(instant: string): string {
  return formatDay(instant) === formatDay(new Date()) ? formatTime(instant) : formatInstant(instant)
}
