/** Coupons that a device took although another one had: what an owner talks over with their people. */
import { useSeenCall } from '#pwa/session/use-seen-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Card } from '#pwa/ui/card.tsx'
import { formatInstant } from '#pwa/ui/format.ts'
import type { UsedTwice } from '#schema/contract/attention.ts'
import { MemberLink } from './member-link.tsx'

interface UsedTwiceListProps {
  businessId: string
  uses: readonly UsedTwice[]
}

export function UsedTwiceList({ businessId, uses }: UsedTwiceListProps) {
  const { data: people = [] } = useSeenCall('business.staff', { params: { businessId } })
  const namesById = new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
  )
  return (
    <Card flush title={texts.usedTwice} description={texts.usedTwiceHint}>
      {uses.length === 0 && <p className="px-5 pb-5 text-ink-soft">{texts.noneTwice}</p>}
      <ul className="divide-y divide-line">
        {uses.map((use) => (
          <li key={use.operationId} className="px-5 py-4">
            <p className="wrap-anywhere font-medium">
              {texts.couponOf(use.description, use.codeEnding)}
            </p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {use.memberName === null ? (
                texts.formerMember
              ) : (
                <MemberLink memberId={use.memberId}>{use.memberName}</MemberLink>
              )}
            </p>
            <p className="text-ink-soft text-sm">{texts.usedOn(formatInstant(use.usedAt))}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {again(use, namesById.get(use.takenBy ?? ''))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** By whom, as long as they are on the team. */
function again({ takenAgainAt }: UsedTwice, name: string | undefined): string {
  const at = formatInstant(takenAgainAt)
  return name === undefined ? texts.takenAgain(at) : texts.takenAgainBy(at, name)
}
