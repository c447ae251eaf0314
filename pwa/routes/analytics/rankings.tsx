/** How often each reward was redeemed in the period. */
import { Gift } from 'lucide-react'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { BusinessAnalytics } from '#schema/contract/analytics.ts'
import { ShareBar } from './share-bar.tsx'

type RewardFigures = BusinessAnalytics['rewards'][number]

export function RewardPopularity({ rewards }: { rewards: RewardFigures[] | undefined }) {
  const most = Math.max(0, ...(rewards ?? []).map(({ redemptions }) => redemptions))
  const columns: Column<RewardFigures>[] = [
    {
      name: analyticsTexts.reward,
      main: true,
      cell: ({ name }) => <bdi translate="no">{name}</bdi>,
    },
    {
      name: analyticsTexts.redeemed,
      numeric: true,
      cell: ({ redemptions }) => (
        <ShareBar value={redemptions} most={most} text={formatNumber(redemptions)} />
      ),
    },
    { name: analyticsTexts.pointsSpent, numeric: true, cell: ({ points }) => formatNumber(points) },
  ]
  return (
    <Card flush title={analyticsTexts.rewards}>
      <Table
        caption={analyticsTexts.rewards}
        columns={columns}
        rows={rewards}
        keyOf={({ id }) => id}
        empty={<EmptyState icon={<Gift />} sentence={analyticsTexts.noRewards} />}
      />
    </Card>
  )
}
