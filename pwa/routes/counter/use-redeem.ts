/** Redeems with one tap: saved on this device first, and it can be undone where it is shown. */
import { useRef } from 'react'
import { redeemReward } from '#pwa/loyalty/redeem.ts'
import { useConnection } from '#pwa/routes/business/connection.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import type { Reward } from '#schema/contract/reward.ts'
import { give } from './feedback.ts'
import type { AskedRedemption } from './redemption.tsx'

export function useRedeem(
  memberId: string,
  onAsked: (asked: AskedRedemption) => void,
): (reward: Reward) => Promise<void> {
  const isOffline = useConnection() === 'offline'
  /** A second tap while the first is being saved is not a second reward. */
  const saving = useRef(false)
  return async (reward) => {
    if (saving.current) return
    saving.current = true
    try {
      const { couponId, operation, handedOver } = await redeemReward(
        { memberId, rewardId: reward.id },
        { isOffline },
      )
      give('seen')
      onAsked({
        couponId,
        operationId: operation.operationId,
        rewardName: reward.name,
        handedOver,
      })
    } catch (error) {
      saving.current = false
      give('refused')
      showFailure(texts.notRedeemed, error)
    }
  }
}
