/**
 * For a change refused because another person changed the same thing first, or because an email is
 * another member's: a link to the current version, or to that member.
 */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OutboxEntry } from '#pwa/loyalty/outbox.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { buttonClass } from '#pwa/ui/button.tsx'

export function OpenLatest({ entry }: { entry: OutboxEntry }) {
  return (
    <Link {...latestOf(entry)} className={buttonClass('secondary', 'lg')}>
      {outboxTexts.openLatest}
    </Link>
  )
}

/** For an email that belongs to another member. */
export function OpenOther({ memberId }: { memberId: string }) {
  return (
    <Link
      to="/business-dashboard/customers/$memberId"
      params={{ memberId }}
      className={buttonClass('secondary', 'lg')}
    >
      {outboxTexts.openOther}
    </Link>
  )
}

/** Opens the form that joins the two members, if both are one person. */
export function JoinOther({ memberId, otherId }: { memberId: string; otherId: string }) {
  return (
    <Link
      to="/business-dashboard/customers/$memberId"
      params={{ memberId }}
      search={{ view: 'about', join: otherId }}
      className={buttonClass('secondary', 'lg')}
    >
      {outboxTexts.joinOther}
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
  if (name === 'customer.note' || name === 'customer.change') {
    return memberId === null
      ? { to: '/business-dashboard', search: { tab: 'customers' } }
      : { to: '/business-dashboard/customers/$memberId', params: { memberId } }
  }
  const { rewardId } = payload as { rewardId?: string }
  return {
    to: '/business-dashboard',
    search: { tab: 'rewards', ...(rewardId && { reward: rewardId }) },
  }
}
