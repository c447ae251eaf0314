/** The business's rewards with a menu of actions for owners. */

import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverNow } from '#pwa/api/server-clock.ts'
import { isSoldOut, type ListedReward, type ShownReward } from '#pwa/loyalty/reward.ts'
import {
  formatCalendarDay,
  formatDiscount,
  formatDiscountAmount,
  formatNumber,
  isFreeItem,
} from '#pwa/texts/format.ts'
import { rewardTexts as texts } from '#pwa/texts/rewards.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { RowName } from '#pwa/ui/row-name.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import { hasRewardExpired, lastDayOffered } from '#schema/contract/reward.ts'
import { RewardMenu, type RowActs } from './menu.tsx'

interface RewardsTableProps {
  /** The business's time zone. */
  timeZone: string
  rewards: ListedReward[] | undefined
  empty: string
  /** Shown in the empty table. */
  action: ReactNode
  /** null for people who may not change rewards. */
  acts: RowActs | null
}

export function RewardsTable(props: RewardsTableProps) {
  const { timeZone, rewards, empty, action, acts } = props
  const columns: Column<ListedReward>[] = [
    {
      name: texts.columnReward,
      main: true,
      cell: (reward) => <RewardName reward={reward} timeZone={timeZone} />,
    },
    {
      name: texts.columnPoints,
      numeric: true,
      wideOnly: true,
      cell: (reward) => formatNumber(reward.pointsRequired),
    },
    {
      name: texts.columnDiscount,
      numeric: true,
      wideOnly: true,
      cell: (reward) => (isFreeItem(reward) ? formatDiscount : formatDiscountAmount)(reward),
    },
    {
      name: texts.columnStatus,
      wideOnly: true,
      cell: (reward) => <RewardStatus reward={reward} timeZone={timeZone} />,
    },
  ]
  if (acts) {
    columns.push({
      name: texts.columnActions,
      actions: 'menu',
      cell: (reward) => <RewardMenu reward={reward} acts={acts} />,
    })
  }
  return (
    <Table
      caption={texts.title}
      columns={columns}
      rows={rewards}
      keyOf={(reward) => reward.id}
      {...(acts && { onRow: acts.onEdit })}
      empty={<EmptyState icon={<Gift size={22} />} sentence={empty} action={action} />}
    />
  )
}

interface RewardCellProps {
  reward: ListedReward
  timeZone: string
}

function RewardName({ reward, timeZone }: RewardCellProps) {
  const { stock, redeemedCount, limitPerMember } = reward
  const lastDay = lastDayOffered(reward, timeZone)
  const terms = [
    stock !== null &&
      texts.left(formatNumber(Math.max(0, stock - redeemedCount)), formatNumber(stock)),
    limitPerMember !== null &&
      (limitPerMember === 1 ? texts.onceEach : texts.timesEach(formatNumber(limitPerMember))),
    lastDay !== null && texts.expires(formatCalendarDay(lastDay)),
  ].filter((term) => term !== false)
  return (
    <div className="min-w-0">
      <RowName
        name={reward.name}
        badge={reward.sync && reward.sync !== 'saved' && <SyncBadge state={reward.sync} />}
        detail={reward.description}
      />
      {/* On a phone this line replaces the other columns. */}
      <p className="text-sm tabular-nums @2xl:hidden">
        {texts.atAGlance(reward.pointsRequired, formatDiscount(reward), statusOf(reward, timeZone))}
      </p>
      {terms.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 text-ink-faint text-sm">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function statusOf(reward: ListedReward, timeZone: string): string {
  if (!reward.isActive) return texts.inactive
  if (hasRewardExpired(reward, serverNow(), timeZone)) return texts.expired
  return isSoldOut(reward as ShownReward) ? texts.soldOut : texts.active
}

function RewardStatus({ reward, timeZone }: RewardCellProps) {
  const status = statusOf(reward, timeZone)
  if (status === texts.inactive) return <Badge>{status}</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone="success">{texts.active}</Badge>
      {status !== texts.active && <span className="text-warning text-xs">{status}</span>}
    </span>
  )
}
