/** Members who owe points because a reward was handed over on trust: what the owner accepted at risk. */
import { Link } from '@tanstack/react-router'
import { useMembersInDebt } from '#pwa/loyalty/trust.ts'
import { offlineRedemptionTexts as texts } from '#pwa/texts/offline-redemption.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'

export function MembersInDebt() {
  const members = useMembersInDebt()
  return (
    <Card title={texts.needsAttention} description={texts.needsAttentionHint}>
      {members.length === 0 && <p className="text-ink-soft">{texts.nothing}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {members.map((member) => (
          <li key={member.id}>
            <Link
              to="/counter"
              search={{ member: member.id }}
              className="flex min-h-14 items-center justify-between gap-3 py-2 text-ink no-underline hover:underline"
            >
              <bdi className="wrap-anywhere min-w-0 font-medium">
                {member.firstName} {member.lastName}
              </bdi>
              <Badge tone="danger">{texts.owes(-member.confirmedPoints)}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
