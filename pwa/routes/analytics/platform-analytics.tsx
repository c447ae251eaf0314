/** The platform's analytics: growth, activity, the busiest businesses, and cohorts. */
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import { textLinkClass } from '#pwa/ui/text-link.ts'
import type { PlatformAnalytics } from '#schema/contract/analytics.ts'
import { AnalyticsPage } from './analytics-page.tsx'
import { Cohorts } from './cohorts.tsx'
import { platformMetrics } from './metrics.ts'
import { ShareBar } from './share-bar.tsx'
import { useAnalyticsSearch } from './use-analytics-search.ts'

export function PlatformAnalyticsScreen() {
  const [{ days }] = useAnalyticsSearch(platformMetrics)
  const state = useCachedCall('admin.analytics', { query: { days } })
  return (
    <AnalyticsPage
      description={analyticsTexts.platformDescription}
      metrics={platformMetrics}
      state={state}
    >
      {(shown) => (
        <>
          <TopTenants tenants={shown?.topTenants} />
          <Cohorts cohorts={shown?.cohorts} />
        </>
      )}
    </AnalyticsPage>
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
          to="/super-admin-dashboard/tenants/$businessId"
          params={{ businessId: id }}
          className={textLinkClass}
        >
          <bdi translate="no">{name}</bdi>
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
