/**
 * Of a change that somebody else's came before: the way to what stands now, where it can be made anew.
 * Asked again as it is, it would be refused again.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OutboxEntry } from '#pwa/loyalty/outbox.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { buttonClass } from '#pwa/ui/button.tsx'

const codes = [
  'reward_changed_meanwhile',
  'campaign_changed_meanwhile',
  'program_changed_meanwhile',
  'note_changed_meanwhile',
]

export function isOutdated({ code }: OutboxEntry): boolean {
  return codes.includes(code ?? '')
}

export function OpenLatest({ entry }: { entry: OutboxEntry }) {
  return (
    <Link {...latestOf(entry)} className={buttonClass('secondary', 'lg')}>
      {outboxTexts.openLatest}
    </Link>
  )
}

function latestOf({
  name,
  payload,
  memberId,
}: OutboxEntry): Pick<LinkProps, 'to' | 'params' | 'search'> {
  if (name === 'program.change') return { to: '/business-dashboard/program' }
  if (name === 'campaign.change') return { to: '/business-dashboard/campaigns' }
  if (name === 'customer.note' && memberId) {
    return { to: '/business-dashboard/customers/$memberId', params: { memberId } }
  }
  const { rewardId } = payload as { rewardId?: string }
  return {
    to: '/business-dashboard',
    search: { tab: 'rewards', ...(rewardId && { reward: rewardId }) },
  }
}
