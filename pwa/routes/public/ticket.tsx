/**
 * The welcome as a ticket: the bonus received, the bonus to come, or a note that it is under
 * review.
 */

import { ShieldCheck } from 'lucide-react'
import { formatNumber, formatPercent } from '#pwa/texts/format.ts'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import type { SignUpAnswer, SignUpLookup } from '#schema/contract/sign-up.ts'

interface WelcomeTicketProps {
  /** Null until the server answers. */
  answer: SignUpAnswer | null
  welcome: SignUpLookup['welcome']
  /** Shown where the points already appear. */
  discountOnly?: boolean
}

export function WelcomeTicket({ answer, welcome, discountOnly = false }: WelcomeTicketProps) {
  const promised = welcome.points > 0 || welcome.discountPercent > 0
  if (!promised) return null
  if (answer?.bonusPoints === 0 && answer.welcomeCoupon === null) return <WelcomeHeld />
  const points = answer ? answer.bonusPoints : welcome.points
  return (
    <div className="flex w-full flex-wrap overflow-hidden rounded-lg border border-line bg-sunken text-center text-ink">
      {points > 0 && !discountOnly && (
        <Part
          label={answer ? outcomeTexts.points : outcomeTexts.pointsComing}
          value={formatNumber(points)}
        />
      )}
      {answer
        ? answer.welcomeCoupon && (
            <Part
              label={outcomeTexts.discountCoupon(welcome.discountPercent)}
              value={answer.welcomeCoupon}
              isCode
            />
          )
        : welcome.discountPercent > 0 && (
            <Part
              label={outcomeTexts.discountComing}
              value={formatPercent(welcome.discountPercent)}
            />
          )}
    </div>
  )
}

function Part({ label, value, isCode }: { label: string; value: string; isCode?: boolean }) {
  return (
    <div className="flex flex-1 flex-col justify-center gap-1 border-line border-dashed px-3 py-4 not-first:border-l-2">
      <span
        translate="no"
        className={
          isCode
            ? 'select-all whitespace-nowrap font-mono font-semibold text-base leading-8'
            : 'whitespace-nowrap font-bold text-2xl text-brand-text tabular-nums leading-8'
        }
      >
        {value}
      </span>
      <span className="text-ink-soft text-xs">{label}</span>
    </div>
  )
}

/**
 * After too many sign-ups from one network: the membership is valid, but the welcome waits for the
 * owner's approval.
 */
export function WelcomeHeld() {
  return (
    <p className="flex w-full items-start gap-3 rounded-lg bg-notice-soft p-4 text-left text-notice text-sm">
      <ShieldCheck size={20} aria-hidden="true" className="shrink-0" />
      {outcomeTexts.welcomeHeld}
    </p>
  )
}
