/** Redeems a reward for a customer: the points are reserved, the coupon comes once it is confirmed. */

import type { PendingRedemption } from '#pwa/loyalty/overlay.ts'
import { redeemReward } from '#pwa/loyalty/redeem.ts'
import { useRewards } from '#pwa/loyalty/reward.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { discountText } from '#schema/contract/discount.ts'
import type { Reward } from '#schema/contract/reward.ts'
import { useSavedToast } from './use-saved-toast.ts'

interface CustomerRewardsProps {
  memberId: string
  points: number
  redemptions: readonly PendingRedemption[]
}

export function CustomerRewards({ memberId, points, redemptions }: CustomerRewardsProps) {
  const { rewards } = useRewards()
  const saved = useSavedToast()
  const offered = rewards.filter((reward) => reward.isActive)

  async function redeem(reward: Reward) {
    try {
      await redeemReward({ memberId, rewardId: reward.id })
      saved(customerTexts.rewardRedeemed, customerTexts.waitForCoupon)
    } catch (error) {
      showFailure(customerTexts.redemptionFailed, error)
    }
  }

  if (offered.length === 0) return <EmptyState sentence={customerTexts.noRewards} />
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
              <bdi className="wrap-anywhere block font-medium">{reward.name}</bdi>
              <p className="text-ink-faint text-sm">
                {customerTexts.rewardCost(reward.pointsRequired, discountText(reward))}
              </p>
            </div>
            <Button
              look="secondary"
              size="lg"
              disabled={points < reward.pointsRequired}
              onClick={() => void redeem(reward)}
            >
              {points < reward.pointsRequired
                ? customerTexts.notEnoughPoints
                : customerTexts.redeem}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
