/** A customer redeems a reward on their page: one outbox row, sent as the documented call. */
import { v7 } from 'uuid'
import { noteSaved } from '#pwa/api/last-saved.ts'
import { database, type RedeemRow } from '#pwa/visitor/database.ts'
import { sendNow } from '#pwa/visitor/keep-sending.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import type { Reward } from '#schema/contract/reward.ts'

/**
 * @returns the id of the operation
 * @throws NotSaved if the device cannot store it; then nothing is stored or sent
 */
export async function redeemReward(customerId: string, reward: Reward): Promise<string> {
  const operationId = v7()
  await addRow({
    name: 'reward.redeem',
    operationId,
    customerId,
    rewardName: reward.name,
    payload: { rewardId: reward.id, pointsSeen: reward.pointsRequired },
    couponCode: null,
  })
  noteSaved({ kind: 'redemption', address: `/customer/${customerId}` })
  void sendNow()
  return operationId
}

export async function readRedemption(operationId: string): Promise<RedeemRow | null> {
  const row = await database.operations.where('operationId').equals(operationId).first()
  return row?.name === 'reward.redeem' ? row : null
}
