/**
 * An owner's changes to rewards, saved on this device and sent through its outbox. A super admin's
 * device holds no outbox for the business, so it calls the server.
 */
import { call } from '#pwa/api/call.ts'
import { changeReward, createReward } from '#pwa/loyalty/reward.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import type { Reward, RewardChanges, RewardTerms } from '#schema/contract/reward.ts'

export interface RewardActions {
  create: (terms: RewardTerms) => Promise<unknown>
  /** @param seen the reward when the edit began */
  change: (seen: Reward, changes: RewardChanges) => Promise<unknown>
}

export const ownRewardActions: RewardActions = { create: createReward, change: changeReward }

export function viewedRewardActions(businessId: string, onDone: () => void): RewardActions {
  return {
    async create(body) {
      const params = { businessId }
      await withFreshPassword(() => call('business.createReward', { params, body }))
      onDone()
    },
    async change({ id: rewardId, revision }, changes) {
      const params = { businessId, rewardId }
      const body = { ...changes, revision }
      await withFreshPassword(() => call('business.changeReward', { params, body }))
      onDone()
    },
  }
}
