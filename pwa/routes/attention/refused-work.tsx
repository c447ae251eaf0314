/**
 * Refused work that its device may not show, so that the owner can ask or do it again: from people
 * who had signed out or left, or held first and refused later.
 */
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { operationTitle } from '#pwa/routes/frame/operation-title.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { formatInstant } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import type { RefusedWork as Refused } from '#schema/contract/attention.ts'
import { MemberLink } from './member-link.tsx'

interface RefusedWorkProps {
  businessId: string
  refused: readonly Refused[]
}

export function RefusedWork({ businessId, refused }: RefusedWorkProps) {
  const { data: people } = useCachedCall('business.staff', { params: { businessId } })
  function recorded({ madeAt, madeBy }: Refused): string {
    if (madeBy === null || !people) return texts.recorded(formatInstant(madeAt))
    const person = people.find(({ id }) => id === madeBy)
    const name = person ? `${person.firstName} ${person.lastName}` : texts.formerColleague
    return texts.recordedBy(formatInstant(madeAt), name)
  }
  return (
    <Card flush title={texts.refusedWork} description={texts.refusedWorkHint}>
      <ul className="divide-y divide-line">
        {refused.map((work) => (
          <li key={work.operationId} className="px-5 py-4">
            <p className="wrap-anywhere font-medium">{operationTitle(work.name, work)}</p>
            {work.member && (
              <p className="text-ink-soft text-sm">
                <MemberLink memberId={work.member.id}>{work.member.name}</MemberLink>
              </p>
            )}
            <p className="wrap-anywhere text-ink-soft text-sm">{recorded(work)}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {refusalSentence(work.code, work.message)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
