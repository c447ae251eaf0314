/**
 * An owner's changes to rewards, saved on this device and sent through its outbox. A super admin's
 * device holds no outbox for the business, so it calls the server.
 */
import { call } from '#pwa/api/call.ts'
import { changeReward, createReward } from '#pwa/loyalty/reward.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { withFreshPassword } from '#pwa/session/fresh-password.ts'
import { rewardTexts } from '#pwa/texts/rewards.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
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

/** Saves a change from the list, and reports it in a toast. */
export async function saveChange(
  actions: RewardActions,
  reward: Reward,
  changes: RewardChanges,
  [title, description]: readonly [string, string],
): Promise<void> {
  try {
    await actions.change(reward, changes)
    showToast({ title, description })
  } catch (error) {
    showFailure(rewardTexts.failed, error)
  }
}
