/** The rewards that a member can redeem, and the state of pending redemptions. */

import { Gift } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatCalendarDay, formatDiscountAmount, isFreeItem } from '#pwa/texts/format.ts'
import { afterPaint } from '#pwa/ui/after-paint.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import { lastDayOffered, type Reward } from '#schema/contract/reward.ts'
import { PointsBar, rewardsId } from './member-card.tsx'
import { RedemptionState } from './redemption.tsx'
import { useRedemptionToasts } from './toasts.ts'

/** The dialog's file is large and loads after the card. */
const loadDialog = () => import('./lazy-parts.ts')
type RedeemDialog = Awaited<ReturnType<typeof loadDialog>>['RedeemDialog']

/** Rows before the rest is folded. */
const rewardsInView = 5

interface AvailableRewardsProps {
  /** The business's time zone. */
  timeZone: string
  customerId: string
  rewards: Reward[]
  redemptions: RedeemRow[]
  /** The balance without reserved points. */
  points: number
}

export function AvailableRewards(props: AvailableRewardsProps) {
  const { timeZone, customerId, rewards, redemptions, points } = props
  const [wanted, setWanted] = useState<Reward | null>(null)
  const [askedId, setAskedId] = useState<string | null>(null)
  const [Dialog, setDialog] = useState<RedeemDialog | null>(null)
  useRedemptionToasts(redemptions)
  const hasAffordable = rewards.some((reward) => reward.pointsRequired <= points)
  useEffect(() => {
    // Prefetches the dialog, so that it opens offline too.
    if (hasAffordable) afterPaint(() => void loadDialog().catch(() => {}))
  }, [hasAffordable])
  async function ask(reward: Reward) {
    try {
      const { RedeemDialog } = await loadDialog()
      setDialog(() => RedeemDialog)
      setWanted(reward)
    } catch {
      showToast({
        title: cardTexts.redemptionFailed,
        description: cardTexts.notSpentUnloaded,
        tone: 'destructive',
      })
    }
  }
  function close() {
    setWanted(null)
    setAskedId(null)
  }
  const open = redemptions.filter((row) => row.status !== 'applied')
  return (
    <Card id={rewardsId} title={cardTexts.availableRewards} className="scroll-mt-4 rounded-xl">
      {open.length > 0 && (
        <ul className="mb-5 flex flex-col gap-3">
          {open.map((row) => (
            <RedemptionState key={row.operationId} row={row} />
          ))}
        </ul>
      )}
      {rewards.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-soft text-sm">
          <Gift size={20} aria-hidden="true" className="shrink-0 text-ink-faint" />
          {cardTexts.noRewards}
        </p>
      ) : (
        <RewardGroups timeZone={timeZone} rewards={rewards} points={points} onRedeem={ask} />
      )}
      {wanted && Dialog && (
        <Dialog
          customerId={customerId}
          reward={wanted}
          askedId={askedId}
          onAsked={setAskedId}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface RewardGroupsProps {
  timeZone: string
  rewards: Reward[]
  points: number
  onRedeem: (reward: Reward) => Promise<void>
}

/** Lists rewards in reach first, in a few rows, so that the history is near. */
function RewardGroups({ rewards, points, ...rest }: RewardGroupsProps) {
  const inReach = rewards.filter((reward) => reward.pointsRequired <= points)
  const notYet = rewards
    .filter((reward) => reward.pointsRequired > points)
    .sort((one, other) => one.pointsRequired - other.pointsRequired)
  // With nothing in reach, the nearest reward is shown instead.
  const hasAny = inReach.length > 0
  const [first, folded] = hasAny ? [inReach, notYet] : [notYet.slice(0, 1), notYet.slice(1)]
  const more = first.slice(rewardsInView)
  const rows = (some: Reward[]) => (
    <ul className="divide-y divide-line">
      {some.map((reward) => (
        <RewardRow key={reward.id} points={points} reward={reward} {...rest} />
      ))}
    </ul>
  )
  return (
    <>
      {rows(first.slice(0, rewardsInView))}
      {more.length > 0 && (
        <details className="fold mt-3 border-line border-t">
          <summary className="font-medium text-sm">{cardTexts.moreToGet(more.length)}</summary>
          {rows(more)}
        </details>
      )}
      {folded.length > 0 && (
        <details className="fold mt-3 border-line border-t">
          <summary className="font-medium text-sm">{cardTexts.notYet(folded.length)}</summary>
          {rows(folded)}
        </details>
      )}
    </>
  )
}

interface RewardRowProps {
  timeZone: string
  reward: Reward
  points: number
  onRedeem: (reward: Reward) => Promise<void>
}

function RewardRow({ timeZone, reward, points, onRedeem }: RewardRowProps) {
  const isAffordable = reward.pointsRequired <= points
  const lastDay = lastDayOffered(reward, timeZone)
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-[min(12ch,100%)] flex-1">
          <h3 translate="no" className="break-words font-medium">
            {reward.name}
          </h3>
          {reward.description && (
            <p className="mt-0.5 break-words text-ink-soft text-sm">{reward.description}</p>
          )}
        </div>
        <Badge className="shrink-0">{cardTexts.pointsOf(reward.pointsRequired)}</Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="text-sm">
          <p className="font-semibold text-brand-accent-text">
            {isFreeItem(reward) && <span>{`${cardTexts.free} · `}</span>}
            <span>{cardTexts.off(formatDiscountAmount(reward))}</span>
          </p>
          {lastDay && (
            <p className="text-ink-faint text-xs">
              {cardTexts.expires(formatCalendarDay(lastDay))}
            </p>
          )}
        </div>
        <Button
          look={isAffordable ? 'brand' : 'secondary'}
          className="ml-auto h-auto! min-h-11 whitespace-normal! py-1.5"
          disabled={!isAffordable}
          onClick={() => void onRedeem(reward)}
        >
          {isAffordable ? cardTexts.redeem : cardTexts.notEnough}
        </Button>
      </div>
      {!isAffordable && (
        <PointsBar points={points} reward={reward} className="bg-sunken text-brand" />
      )}
    </li>
  )
}
