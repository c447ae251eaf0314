/**
 * An owner's campaigns. Changes made here go through the outbox, also offline. The list with its
 * results comes from the server, and pending changes are shown on top of it.
 */
import { newId, openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { isOverlaid, type OutboxRow, payloadOf } from '#pwa/records/outbox-row.ts'
import type {
  Campaign,
  CampaignChanges,
  CampaignTerms,
  ListedCampaign,
} from '#schema/contract/campaign.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

/** A pending create or change from this device. */
export type QueuedCampaign = { operationId: string; madeAt: string; campaignId: string } & (
  | { terms: CampaignTerms }
  | { revision: string; changes: CampaignChanges }
)

/** `isQueued`: some of its changes wait on this device. */
export type ShownCampaign = ListedCampaign & { isQueued: boolean }

const noTables: readonly DeviceTable[] = []
const nothing: readonly QueuedCampaign[] = []

export function useQueuedCampaigns(): readonly QueuedCampaign[] {
  return useLive(readQueued, noTables, nothing)
}

function readQueued(view: LoyaltyView): readonly QueuedCampaign[] {
  return view.outbox.rows().filter(isOverlaid).flatMap(toQueued)
}

function toQueued(row: OutboxRow): QueuedCampaign[] {
  const { operationId, madeAt } = row
  if (row.name === 'campaign.create') {
    const payload = payloadOf(row, 'campaign.create')
    if (!payload) return []
    const { campaignId, ...terms } = payload
    return [{ operationId, madeAt, campaignId, terms }]
  }
  if (row.name !== 'campaign.change') return []
  const payload = payloadOf(row, 'campaign.change')
  return payload ? [{ operationId, madeAt, ...payload }] : []
}

const nothingYet = { audienceCount: null, given: 0, sent: 0, opened: 0, redeemed: 0 } as const

/** Applies pending changes to the server's list; skips a change based on another revision. */
export function layOver(
  listed: readonly ListedCampaign[],
  queued: readonly QueuedCampaign[],
): ShownCampaign[] {
  const shown = new Map<string, ShownCampaign>(
    listed.map((campaign) => [campaign.id, { ...campaign, isQueued: false }]),
  )
  for (const one of queued) {
    const { campaignId: id, operationId, madeAt } = one
    const known = shown.get(id)
    if ('terms' in one) {
      if (known) continue
      const made = { id, revision: operationId, createdAt: madeAt, finishedAt: null }
      shown.set(id, { ...one.terms, ...made, ...nothingYet, revenue: '0.00', isQueued: true })
      continue
    }
    if (known?.revision !== one.revision) continue
    const { retired, ...changes } = one.changes
    if (retired) shown.delete(id)
    else shown.set(id, { ...known, ...changes, revision: operationId, isQueued: true })
  }
  return [...shown.values()].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

/** A campaign to a segment that is still being sent. */
export function isSending({ audience, isActive, finishedAt }: ShownCampaign): boolean {
  return audience.kind === 'segment' && isActive && finishedAt === null
}

/**
 * Resolves once the operation is saved on this device.
 * @throws InvalidPayload, DeviceFull, DeviceClosed
 */
export async function createCampaign(terms: CampaignTerms): Promise<OutboxRow> {
  return openedDevice().perform('campaign.create', { ...terms, campaignId: newId() })
}

/**
 * @param seen the campaign as its editor saw it: if another change came first, this one is refused
 */
export async function changeCampaign(
  seen: Pick<Campaign, 'id' | 'revision'>,
  changes: CampaignChanges,
): Promise<OutboxRow> {
  const { id: campaignId, revision } = seen
  return openedDevice().perform('campaign.change', { campaignId, revision, changes })
}
