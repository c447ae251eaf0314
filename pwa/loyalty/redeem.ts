/** Redeeming a reward on this device: after the server confirms, or handed over before. */
import { newId, openedDevice, refuseHere } from '#pwa/loyalty/device-actions.ts'
import { type NewRedemption, shownRewardOf, whyNotRedeem } from '#pwa/loyalty/reward.ts'
import { mayHandOver } from '#pwa/loyalty/trust.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'

export interface AskedForReward {
  couponId: string
  operation: OutboxRow
  /** The customer gets the reward now, whatever the server's verdict will be. */
  handedOver: boolean
}

/**
 * Reserves the points here; resolves once the redemption is saved on this device.
 * @param isOffline if the server cannot be reached, the reward may be handed over at once, within
 * the limits the owner set
 * @throws RefusedHere if it cannot be granted; DeviceFull, DeviceClosed
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
