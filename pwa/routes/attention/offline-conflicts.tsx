/**
 * Coupons that staff accepted and rewards that they handed over offline, and that the server later
 * refused: another device had used the coupon, it had expired, or the redemption was refused. The
 * owner can discuss them with the team.
 */
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { useCachedCall } from '#pwa/session/use-cached-call.ts'
import { attentionTexts as texts } from '#pwa/texts/attention.ts'
import { formatCalendarDay, formatInstant } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Card } from '#pwa/ui/card.tsx'
import type { GivenAway, UsedLate, UsedTwice } from '#schema/contract/attention.ts'
import { MemberLink } from './member-link.tsx'

interface OfflineConflictsProps {
  businessId: string
  usedTwice: readonly UsedTwice[]
  usedLate: readonly UsedLate[]
  givenAway: readonly GivenAway[]
}

export function OfflineConflicts({ businessId, ...uses }: OfflineConflictsProps) {
  const { data: people = [] } = useCachedCall('business.staff', { params: { businessId } })
  const namesById = new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
  )
  /** Undefined for people who have left the team. */
  const nameOf = (accountId: string | null) => namesById.get(accountId ?? '')
  return (
    <>
      <UseList
        title={texts.usedTwice}
        hint={texts.usedTwiceHint}
        uses={uses.usedTwice}
        titleOf={couponTitle}
        linesOf={({ usedAt, takenAgainAt, takenBy }) => [
          texts.usedOn(formatInstant(usedAt)),
          takenAgain(formatInstant(takenAgainAt), nameOf(takenBy)),
        ]}
      />
      <UseList
        title={texts.usedLate}
        hint={texts.usedLateHint}
        uses={uses.usedLate}
        titleOf={couponTitle}
        linesOf={({ expiredAt, expiredOn, takenAt, takenBy }) => [
          taken(formatInstant(takenAt), nameOf(takenBy)),
          texts.expiredOn(expiredOn ? formatCalendarDay(expiredOn) : formatInstant(expiredAt)),
        ]}
      />
      <UseList
        title={texts.givenAway}
        hint={texts.givenAwayHint}
        uses={uses.givenAway}
        titleOf={({ rewardName }) => rewardName}
        linesOf={({ takenAt, takenBy, code, message }) => [
          handedOver(formatInstant(takenAt), nameOf(takenBy)),
          refusalSentence(code, message),
        ]}
      />
    </>
  )
}

function couponTitle({ description, source, codeEnding }: UsedTwice | UsedLate): string {
  return texts.couponOf(ledgerLine(description, source), codeEnding)
}

function handedOver(at: string, name: string | undefined): string {
  return name === undefined ? texts.handedOver(at) : texts.handedOverBy(at, name)
}

function takenAgain(at: string, name: string | undefined): string {
  return name === undefined ? texts.takenAgain(at) : texts.takenAgainBy(at, name)
}

function taken(at: string, name: string | undefined): string {
  return name === undefined ? texts.taken(at) : texts.takenBy(at, name)
}

type Use = Pick<UsedTwice, 'operationId' | 'memberId' | 'memberName'>

interface UseListProps<Shown extends Use> {
  title: string
  hint: string
  uses: readonly Shown[]
  titleOf: (use: Shown) => string
  /** The events, in the order in which they happened. */
  linesOf: (use: Shown) => string[]
}

function UseList<Shown extends Use>({ title, hint, uses, titleOf, linesOf }: UseListProps<Shown>) {
  if (uses.length === 0) return null
  return (
    <Card flush title={title} description={hint}>
      <ul className="divide-y divide-line">
        {uses.map((use) => (
          <li key={use.operationId} className="px-5 py-4">
            <p className="wrap-anywhere font-medium">{titleOf(use)}</p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              {use.memberName === null ? (
                texts.formerMember
              ) : (
                <MemberLink memberId={use.memberId}>{use.memberName}</MemberLink>
              )}
            </p>
            {linesOf(use).map((line) => (
              <p key={line} className="wrap-anywhere text-ink-soft text-sm">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
