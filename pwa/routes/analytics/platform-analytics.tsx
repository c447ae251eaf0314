/** The platform's analytics: growth, activity, the busiest businesses, and cohorts. */
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { LoadProblem } from '#pwa/routes/load-problem.tsx'
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { type Column, Table } from '#pwa/ui/table.tsx'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import type { PlatformAnalytics } from '#schema/contract/analytics.ts'
import { AnalyticsHeader } from './analytics-header.tsx'
import { useAnalyticsSearch } from './analytics-search.ts'
import { Cohorts } from './cohorts.tsx'
import { MetricChart } from './metric-chart.tsx'
import { platformMetrics } from './metrics.ts'
import { ShareBar } from './share-bar.tsx'

export function PlatformAnalyticsScreen() {
  const [{ days, metric }, change] = useAnalyticsSearch(platformMetrics)
  const { data, error, loading, seenAt, reload } = useSeenCall('admin.analytics', {
    query: { days },
  })
  const shown = data?.series.length === days ? data : undefined
  const problem = error !== undefined && !seenAt && (
    <LoadProblem error={error} stale={shown !== undefined} busy={loading} onRetry={reload} />
  )
  return (
    <>
      <AnalyticsHeader
        description={analyticsTexts.platformDescription}
        days={days}
        onDays={(chosen) => change({ days: chosen })}
        asOf={shown?.asOf}
        seenAt={seenAt}
      />
      {problem && !shown ? (
        <Card>{problem}</Card>
      ) : (
        <div className="flex flex-col gap-6">
          {problem}
          <MetricChart
            metrics={platformMetrics}
            chosen={metric}
            onChoose={(chosen) => change({ metric: chosen })}
            figures={shown}
          />
          <TopTenants tenants={shown?.topTenants} />
          <Cohorts cohorts={shown?.cohorts} />
        </div>
      )}
    </>
  )
}

type TenantFigures = PlatformAnalytics['topTenants'][number]

function TopTenants({ tenants }: { tenants: TenantFigures[] | undefined }) {
  const most = Math.max(0, ...(tenants ?? []).map(({ signUps }) => signUps))
  const columns: Column<TenantFigures>[] = [
    {
      name: analyticsTexts.business,
      main: true,
      cell: ({ id, name }) => (
        <Link
          to="/business-dashboard/$businessId"
          params={{ businessId: id }}
          className={textLinkClass}
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      name: analyticsTexts.signUps,
      numeric: true,
      cell: ({ signUps }) => <ShareBar value={signUps} most={most} text={formatNumber(signUps)} />,
    },
    { name: analyticsTexts.scans, numeric: true, cell: ({ scans }) => formatNumber(scans) },
    {
      name: analyticsTexts.redeemed,
      numeric: true,
      cell: ({ redemptions }) => formatNumber(redemptions),
    },
    {
      name: analyticsTexts.metrics.revenue,
      numeric: true,
      cell: ({ revenue }) => formatMoney(revenue),
    },
  ]
  return (
    <Card flush title={analyticsTexts.topTenants} description={analyticsTexts.topTenantsHint}>
      <Table
        caption={analyticsTexts.topTenants}
        columns={columns}
        rows={tenants}
        keyOf={({ id }) => id}
        empty={<EmptyState icon={<Building2 />} sentence={analyticsTexts.noTenants} />}
      />
    </Card>
  )
}
