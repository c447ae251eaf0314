/** What points buy here (spec.md §2). */
import { Gift } from 'lucide-react'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatNumber } from '#pwa/ui/format.ts'
import { type Column, Table } from '#pwa/ui/table.tsx'
import { discountText, type Reward } from '#schema/contract/reward.ts'
import { ActiveBadge } from './qr-codes-table.tsx'

const columns: Column<Reward>[] = [
  {
    name: 'Reward',
    main: true,
    cell: (reward) => (
      <div className="min-w-0">
        <bdi className="font-medium">{reward.name}</bdi>
        <p className="max-w-md text-ink-faint text-sm">{reward.description}</p>
      </div>
    ),
  },
  {
    name: 'Points Required',
    numeric: true,
    cell: (reward) => formatNumber(reward.pointsRequired),
  },
  { name: 'Discount', numeric: true, cell: (reward) => discountText(reward) },
  { name: 'Status', cell: (reward) => <ActiveBadge isActive={reward.isActive} /> },
]

export function RewardsTable({ rewards }: { rewards: Reward[] | undefined }) {
  return (
    <Table
      caption="Rewards"
      columns={columns}
      rows={rewards}
      keyOf={(reward) => reward.id}
      empty={<EmptyState icon={<Gift size={22} />} sentence="No rewards are offered yet." />}
    />
  )
}
