/** The hours in which one person signed up unusually many customers, for the owner to ask about. */
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { formatInstant } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import type { ManySignUps as Hour } from '#schema/contract/attention.ts'
import { limits } from '#schema/contract/limits.ts'

interface ManySignUpsProps {
  businessId: string
  hours: readonly Hour[]
}

export function ManySignUps({ businessId, hours }: ManySignUpsProps) {
  const { data: people = [] } = useCachedCall('business.staff', { params: { businessId } })
  const nameOf = (accountId: string) => {
    const person = people.find(({ id }) => id === accountId)
    return person ? `${person.firstName} ${person.lastName}` : texts.formerColleague
  }
  return (
    <Card
      flush
      title={texts.manySignUps}
      description={texts.manySignUpsHint(limits.staffSignUpsPerHour)}
    >
      <ul className="divide-y divide-line">
        {hours.map(({ accountId, hour, count }) => (
          <li key={`${accountId} ${hour}`} className="px-5 py-4">
            <p className="wrap-anywhere font-medium" translate="no">
              {nameOf(accountId)}
            </p>
            <p className="text-ink-soft text-sm">
              {texts.signedUpFrom(count, formatInstant(hour))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
