/** Refused operations, shown to the cashier with the reason and what to do next. */
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { discardOperation, type OutboxEntry, useOutbox } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'

const shownMost = 2

interface NextSteps {
  onOpenMember: (memberId: string) => void
  /** Null while the program is off. */
  onNewMember: (() => void) | null
}

interface RefusalsProps extends NextSteps {
  /** An operation whose refusal the open pane shows. */
  inPane: string | null
}

export function Refusals({ inPane, ...steps }: RefusalsProps) {
  const refused = useOutbox().entries.filter((entry) => entry.state === 'refused')
  const before = useRef(refused.length)
  useEffect(() => {
    if (refused.length > before.current) give('refused')
    before.current = refused.length
  }, [refused.length])
  return (
    <section
      aria-label={texts.refusals}
      aria-live="assertive"
      className="flex flex-col gap-2 empty:hidden"
    >
      {refused
        .filter(({ operationId }) => operationId !== inPane)
        .slice(-shownMost)
        .reverse()
        .map((entry) => (
          <Refused key={entry.operationId} entry={entry} {...steps} />
        ))}
      {refused.length > shownMost && (
        <Link to="/outbox" className={buttonClass('ghost', 'lg')}>
          {texts.allUnsent}
        </Link>
      )}
    </section>
  )
}

function Refused({ entry, onOpenMember, onNewMember }: NextSteps & { entry: OutboxEntry }) {
  const { memberId, otherId } = entry
  const isErased = entry.code === 'member_erased'
  const dismiss = () =>
    discardOperation(entry.operationId, { withDependents: false }).catch((error) =>
      showFailure(texts.notUndone, error),
    )
  return (
    <div className="settle flex flex-col gap-2 rounded-lg bg-danger-soft px-4 py-3 text-danger">
      <p className="flex items-start gap-2 font-semibold [overflow-wrap:anywhere]">
        <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span>
          <KeptWords>{texts.refused(entry.label, keep(entry.title))}</KeptWords>
        </span>
      </p>
      <p className="text-sm">{entry.message}</p>
      <p className="text-sm">{nextStepAfter(entry.code ?? '')}</p>
      <div className="flex flex-wrap gap-2">
        {isErased && onNewMember && (
          <Button look="secondary" size="lg" onClick={onNewMember}>
            {texts.newMember}
          </Button>
        )}
        {memberId && !isErased && (
          <Button look="secondary" size="lg" onClick={() => onOpenMember(memberId)}>
            {texts.openMember}
          </Button>
        )}
        {otherId && (
          <Button look="secondary" size="lg" onClick={() => onOpenMember(otherId)}>
            {outboxTexts.openOther}
          </Button>
        )}
        <Button look="ghost" size="lg" onClick={() => void dismiss()}>
          {texts.dismiss}
        </Button>
      </div>
    </div>
  )
}

export function nextStepAfter(code: string): string {
  const { nextStep } = texts
  const isListed = Object.hasOwn(nextStep, code)
  return isListed ? nextStep[code as keyof typeof nextStep] : texts.nextStepElse
}
