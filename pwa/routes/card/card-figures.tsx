/** Figures below the card: total spent, and the number of rewards that the balance can buy. */

import { Gift, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatMoney, formatNumber } from '#pwa/texts/format.ts'

interface CardFiguresProps {
  totalSpent: string
  /** The balance without reserved points. */
  points: number
  rewards: { pointsRequired: number }[]
}

export function CardFigures({ totalSpent, points, rewards }: CardFiguresProps) {
  const affordable = rewards.filter((reward) => reward.pointsRequired <= points).length
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
      <Figure label={cardTexts.totalSpent} icon={<Wallet size={17} />}>
        {formatMoney(totalSpent)}
      </Figure>
      <Figure label={cardTexts.availableRewards} icon={<Gift size={17} />}>
        {formatNumber(affordable)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  label: string
  icon: ReactNode
  children: ReactNode
}

function Figure({ label, icon, children }: FigureProps) {
  return (
    <div className="flex flex-col justify-between rounded-xl border border-line bg-surface px-3 py-4 shadow-card sm:px-4">
      <dt className="flex items-center gap-2 text-ink-soft text-sm">
        <span aria-hidden="true" className="text-brand-text">
          {icon}
        </span>
        <span className="min-w-0 break-words">{label}</span>
      </dt>
      <dd translate="no" className="mt-1 font-semibold text-xl tabular-nums">
        {children}
      </dd>
    </div>
  )
}
