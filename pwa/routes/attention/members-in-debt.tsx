/**
 * Members with a negative balance: staff handed a reward over before the server confirmed it, or an
 * owner deducted more than the balance.
 */
import type { useMembersInDebt } from '#pwa/loyalty/trust.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { MemberLink } from './member-link.tsx'

export function MembersInDebt({ members }: { members: ReturnType<typeof useMembersInDebt> }) {
  return (
    <Card flush title={texts.debts} description={texts.debtsHint}>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <li
            key={member.id}
            className="flex min-h-14 items-center justify-between gap-3 px-5 py-2"
          >
            <MemberLink memberId={member.id}>{`${member.firstName} ${member.lastName}`}</MemberLink>
            <Badge tone="danger">{texts.owes(-member.confirmedPoints)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
