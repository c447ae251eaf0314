/** Redeeming a reward on this device: confirmed by the server first, or handed over on trust. */
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import { type NewRedemption, shownRewardOf, whyNotRedeem } from '#pwa/loyalty/reward.ts'
import { mayHandOver } from '#pwa/loyalty/trust.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'

export interface AskedForReward {
  couponId: string
  operation: OutboxRow
  /** The customer gets it now, whatever the server says later. */
  handedOver: boolean
}

/**
 * Reserves the points here; resolves when the wish is saved on this device.
 * @param isOffline nobody answers: where the owner trusts, the reward may be handed over at once
 * @throws RefusedHere when it cannot be granted, DeviceFull, DeviceClosed
 */
export async function redeemReward(
  redemption: NewRedemption,
  { isOffline = false } = {},
): Promise<AskedForReward> {
  const device = openedDevice()
  const now = device.context.now()
  const { lastPulledAt } = device.status.getState()
  let pointsSeen = 0
  let handedOver = false as boolean
  refuseHere(device, (view) => {
    pointsSeen = shownRewardOf(view, redemption.rewardId)?.pointsRequired ?? 0
    handedOver = isOffline && mayHandOver(view, redemption, { now, lastPulledAt })
    return whyNotRedeem(view, redemption, now)
  })
  const couponId = newId()
  const operation = await device.perform('reward.redeem', {
    couponId,
    rewardId: redemption.rewardId,
    memberId: device.outbox.memberIdOf(redemption.memberId),
    pointsSeen,
    ...(handedOver && { handedOver }),
  })
  return { couponId, operation, handedOver }
}
