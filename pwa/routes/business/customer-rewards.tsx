/** Redeems a reward for a customer: her points are reserved, the coupon comes when it is confirmed. */
import type { PendingRedemption } from '#pwa/loyalty/overlay.ts'
import { redeemReward, useRewards } from '#pwa/loyalty/reward.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatNumber } from '#pwa/ui/format.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { discountText, type Reward } from '#schema/contract/reward.ts'
import { showFailure } from './customer-purchases.tsx'

interface CustomerRewardsProps {
  memberId: string
  points: number
  redemptions: readonly PendingRedemption[]
}

export function CustomerRewards({ memberId, points, redemptions }: CustomerRewardsProps) {
  const { rewards } = useRewards()
  const offered = rewards.filter((reward) => reward.isActive)

  async function redeem(reward: Reward) {
    try {
      await redeemReward({ memberId, rewardId: reward.id })
      showToast({
        title: 'Redemption saved',
        description: 'The points are reserved. The coupon appears when it is confirmed.',
      })
    } catch (error) {
      showFailure('Redemption Failed', error)
    }
  }

  if (offered.length === 0) return <EmptyState sentence="No rewards available at this time" />
  return (
    <div className="flex flex-col gap-4">
      {redemptions.map((redemption) => (
        <p
          key={redemption.operationId}
          className="flex flex-wrap items-center gap-2 rounded-md bg-notice-soft px-4 py-3 text-notice text-sm"
        >
          {redemption.rewardName}
          {redemption.couponCode ? (
            <strong className="tracking-wide">{redemption.couponCode}</strong>
          ) : (
            <SyncBadge state={redemption.sync} />
          )}
        </p>
      ))}
      <ul className="flex flex-col divide-y divide-line">
        {offered.map((reward) => (
          <li key={reward.id} className="flex min-h-14 items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <bdi className="block truncate font-medium">{reward.name}</bdi>
              <p className="text-ink-faint text-sm">
                {formatNumber(reward.pointsRequired)} points, {discountText(reward)} off
              </p>
            </div>
            <Button
              look="secondary"
              size="lg"
              disabled={points < reward.pointsRequired}
              onClick={() => void redeem(reward)}
            >
              {points < reward.pointsRequired ? 'Not enough points' : 'Redeem'}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
