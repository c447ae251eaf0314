/**
 * Members with a negative balance: staff handed a reward over before the server confirmed it, or an
 * owner deducted more than the balance.
 */
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useMembersInDebt } from '#pwa/loyalty/trust.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { MemberLink } from './member-link.tsx'

export function MembersInDebt() {
  const members = useMembersInDebt()
  // Until the first pull is complete, members who owe points may be missing.
  const { whole } = useSyncStatus()
  return (
    <Card flush title={texts.debts} description={texts.debtsHint}>
      {whole && members.length === 0 && <p className="px-5 pb-5 text-ink-soft">{texts.noDebts}</p>}
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
