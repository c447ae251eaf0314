/** Redeems with one tap: saved on this device first, with an undo beside it. */
import { redeemReward } from '#pwa/loyalty/redeem.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import type { Reward } from '#schema/contract/reward.ts'
import { give } from './feedback.ts'
import { usePress } from './use-press.ts'
import type { AskedRedemption } from './use-redemption.ts'

export function useRedeem(
  memberId: string,
  onAsked: (asked: AskedRedemption) => void,
): (reward: Reward) => Promise<void> {
  const isOffline = useConnection() === 'offline'
  const press = usePress()
  return (reward) =>
    press(texts.notRedeemed, async () => {
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
    })
}
