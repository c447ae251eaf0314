/** The holder of a customer's key asks for a reward: one outbox row, sent as the documented call. */
import { v7 } from 'uuid'
import { sendNow } from '#pwa/visitor/keep-sending.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import type { Reward } from '#schema/contract/reward.ts'

/** @throws NotSaved when the device cannot keep it; then nothing is kept or sent */
export async function redeemReward(customerId: string, reward: Reward): Promise<void> {
  await addRow({
    name: 'reward.redeem',
    operationId: v7(),
    customerId,
    rewardName: reward.name,
    payload: { rewardId: reward.id, pointsSeen: reward.pointsRequired },
    couponCode: null,
  })
  void sendNow()
}
