/** The model's campaigns: an owner's changes, and their expected result. */
import type { CampaignChanges } from '#schema/contract/campaign.ts'
import { newId } from '#sync-server/rule/id.ts'
import { campaignTerms } from '#tests/support/device.ts'
import type { CampaignWork } from './actions.ts'
import type { Book } from './book.ts'
import type { ModelBrowser } from './browser.ts'
import type { Counted } from './expected.ts'
import type { Shop } from './shop.ts'

/**
 * Matches no one, since no member has been away that long; the campaigns' own steps are tested
 * elsewhere.
 */
const audience = { kind: 'win_back', days: 365 } as const

/** Starts from the server's list and applies what was asked here since. */
export async function doCampaign(
  work: CampaignWork,
  browser: ModelBrowser,
  { shop, book, tab }: { shop: Shop; book: Book; tab: number },
): Promise<void> {
  if (browser.person.view !== 'owner') return
  const asked = [...book.operations.values()].filter(({ name }) => name === 'campaign.create')
  const ids = [...new Set(asked.map(({ payload }) => String(payload.campaignId)))]
  const isNew = work.kind === 'createCampaign'
  const campaignId = isNew ? undefined : ids[work.campaign % Math.max(1, ids.length)]
  if (isNew || !campaignId) {
    const terms = campaignTerms({ audience, couponDays: isNew ? work.couponDays : 7 })
    return browser.perform('campaign.create', { campaignId: newId(), ...terms }, { tab })
  }
  const listed = (await shop.campaignRevisions()).get(campaignId)
  const made = asked.findLast(({ payload }) => payload.campaignId === campaignId)
  const revision = listed ?? String(made?.operationId)
  const changes: CampaignChanges = work.changes
  return browser.perform('campaign.change', { campaignId, revision, changes }, { tab })
}

export function campaignLine(of: {
  id: string
  couponDays: number
  isActive: boolean
  isRetired: boolean
  revision: string
}): string {
  const { id, couponDays, isActive, isRetired, revision } = of
  return [id, couponDays, isActive, isRetired, revision].join(' ')
}

/** Every campaign's expected final state: each change follows the revision it names. */
export function campaignsAtEnd(counted: Counted[]): string[] {
  const named = (name: string) => counted.filter(({ saved }) => saved.name === name)
  const changes = named('campaign.change')
  return named('campaign.create')
    .map(({ saved }) => {
      const { campaignId, couponDays, isActive } = saved.payload
      const campaign = {
        id: String(campaignId),
        couponDays: Number(couponDays),
        isActive: Boolean(isActive),
        isRetired: false,
        revision: saved.operationId,
      }
      const mine = changes.filter((each) => each.saved.payload.campaignId === campaignId)
      for (const _ of mine) {
        const next = mine.filter((each) => each.saved.payload.revision === campaign.revision)
        const [change] = next
        if (!change || next.length > 1) {
          throw new Error(`${next.length} changes of ${campaignId} follow ${campaign.revision}`)
        }
        const { retired, ...asked } = change.saved.payload.changes as CampaignChanges
        Object.assign(campaign, asked, retired && { isRetired: true, isActive: false })
        campaign.revision = change.saved.operationId
      }
      return campaignLine(campaign)
    })
    .sort()
}
