/** Businesses by the month they were created in, and how many of them stayed active. */
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatNumber, formatPercent } from '#pwa/texts/format.ts'
import { currentLocale } from '#pwa/texts/language.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { PlatformAnalytics } from '#schema/contract/analytics.ts'

const cellClass = 'whitespace-nowrap px-3 py-2.5 text-right tabular-nums'

export function Cohorts({ cohorts }: { cohorts: PlatformAnalytics['cohorts'] | undefined }) {
  const months = new Intl.DateTimeFormat(currentLocale(), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const longest = Math.max(0, ...(cohorts ?? []).map(({ active }) => active.length))
  return (
    <Card flush title={analyticsTexts.cohorts} description={analyticsTexts.cohortsHint}>
      {!cohorts && <Skeleton className="m-5 h-24" />}
      {cohorts?.length === 0 && <EmptyState sentence={analyticsTexts.noCohorts} />}
      {cohorts && cohorts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        <section aria-label={analyticsTexts.cohorts} tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead className="text-ink-soft text-xs">
              <tr>
                <th scope="col" className="whitespace-nowrap px-5 py-2.5 text-left font-medium">
                  {analyticsTexts.createdIn}
                </th>
                <th scope="col" className={`${cellClass} font-medium`}>
                  {analyticsTexts.businesses}
                </th>
                {Array.from({ length: longest }, (_, month) => month).map((month) => (
                  <th key={month} scope="col" className={`${cellClass} font-medium`}>
                    {analyticsTexts.monthNumber(month)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {cohorts.map(({ month, tenants, active }) => (
                <tr key={month}>
                  <th scope="row" className="whitespace-nowrap px-5 py-2.5 text-left font-medium">
                    {months.format(new Date(`${month}-01`))}
                  </th>
                  <td translate="no" className={cellClass}>
                    {formatNumber(tenants)}
                  </td>
                  {active.map((count, later) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the month
                      key={later}
                      className={cellClass}
                      style={{
                        backgroundColor: `color-mix(in srgb, var(--chart-1) ${Math.round((count / tenants) * 28)}%, transparent)`,
                      }}
                    >
                      <Share percent={Math.round((count / tenants) * 100)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

/** Shows 0% as a dot, so that months with activity catch the eye. */
function Share({ percent }: { percent: number }) {
  if (percent > 0) return <span>{formatPercent(percent)}</span>
  return (
    <span className="text-ink-faint">
      <span aria-hidden="true">·</span>
      <span className="sr-only">{formatPercent(0)}</span>
    </span>
  )
}
