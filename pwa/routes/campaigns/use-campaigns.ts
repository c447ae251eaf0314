/**
 * The campaigns on the owner's screen: the server's list, reloaded while one is being sent, under
 * this device's changes until a new list includes them.
 */
import { useEffect, useReducer } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import {
  changeCampaign,
  isSending,
  layOver,
  type QueuedCampaign,
  type ShownCampaign,
  useQueuedCampaigns,
} from '#pwa/loyalty/campaign.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { campaignTexts as texts } from '#pwa/texts/campaigns.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { CampaignChanges, ListedCampaign } from '#schema/contract/campaign.ts'

const lookAgainMs = 4000
const none: readonly ListedCampaign[] = []

export function useCampaigns(businessId: string) {
  const list = useCachedCall('business.campaigns', { params: { businessId } })
  const { data, reload } = list
  const shown = layOver(data?.campaigns ?? none, useLaidOver(data, reload))
  const isMoving = shown.some((campaign) => isSending(campaign) && !campaign.isQueued)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [isMoving, reload])
  const { business } = useBusiness()
  return { list, shown, isOnHold: business !== null && !business.postalAddress }
}

function useLaidOver(loaded: unknown, reload: () => void): readonly QueuedCampaign[] {
  const queued = useQueuedCampaigns()
  const [laid, dispatch] = useReducer(reduceLaid, queued)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list includes earlier changes
  useEffect(() => dispatch({ kind: 'listed', queued }), [loaded])
  useEffect(() => dispatch({ kind: 'queued', queued }), [queued])
  const sentCount = sentSince(laid, queued).length
  useEffect(() => {
    if (sentCount > 0) reload()
  }, [sentCount, reload])
  return laid
}

/** `listed`: a new list arrived; `queued`: this device's unsent changes are others than before. */
interface LaidEvent {
  kind: 'listed' | 'queued'
  queued: readonly QueuedCampaign[]
}

/**
 * This device's unsent changes, plus those sent since the list was loaded, which stay applied until
 * a new list includes them.
 */
export function reduceLaid(
  laid: readonly QueuedCampaign[],
  { kind, queued }: LaidEvent,
): readonly QueuedCampaign[] {
  return kind === 'listed' ? queued : [...sentSince(laid, queued), ...queued]
}

function sentSince(laid: readonly QueuedCampaign[], queued: readonly QueuedCampaign[]) {
  const unsent = new Set(queued.map(({ operationId }) => operationId))
  return laid.filter(({ operationId }) => !unsent.has(operationId))
}

/** Saves a change from the list, and reports it in a toast. */
export async function saveChange(
  campaign: ShownCampaign,
  changes: CampaignChanges,
  [title, description]: readonly [string, string],
): Promise<void> {
  try {
    await changeCampaign(campaign, changes)
    showToast({ title, description })
  } catch (problem) {
    showFailure(texts.failed, problem)
  }
}
