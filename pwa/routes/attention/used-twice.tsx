/** Coupons that a device took although another one had: what an owner talks over with their people. */
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { Card } from '#pwa/ui/card.tsx'
import { formatInstant } from '#pwa/ui/format.ts'
import type { UsedTwice } from '#schema/contract/attention.ts'

export function UsedTwiceList({ uses }: { uses: readonly UsedTwice[] }) {
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
              <bdi>{use.memberName ?? texts.formerMember}</bdi>
            </p>
            <p className="text-ink-soft text-sm">
              {texts.usedOn(formatInstant(use.usedAt))} ·{' '}
              {texts.takenAgain(formatInstant(use.takenAgainAt))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
