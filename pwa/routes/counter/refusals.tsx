/**
 * Refused operations, shown to the cashier with the reason and what to do next. Beside another
 * member, and on phones, each is one line until it is opened.
 */
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { discardOperation, type OutboxEntry, useOutbox } from '#pwa/loyalty/outbox.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { outboxTexts } from '#pwa/texts/outbox.ts'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { useMedia } from '#pwa/ui/use-media.ts'

const shownMost = 2

interface NextSteps {
  onOpenMember: (memberId: string) => void
  /** Null while the program is off. */
  onNewMember: (() => void) | null
}

interface RefusalsProps extends NextSteps {
  /** An operation whose refusal the open pane shows. */
  inPane: string | null
  /** Someone is served: this member, or a customer who isn't open. */
  isOpen: boolean
  member: string | undefined
}

export function Refusals({ inPane, isOpen, member, ...steps }: RefusalsProps) {
  const hasRoom = useMedia('(min-width: 48rem)') && !isOpen
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
        .map((entry) =>
          hasRoom || entry.memberId === member ? (
            <Refused key={entry.operationId} entry={entry} {...steps} />
          ) : (
            <Folded key={entry.operationId} entry={entry} {...steps} />
          ),
        )}
      {refused.length > shownMost && (
        <Link to="/outbox" className={buttonClass('ghost', 'lg')}>
          {texts.allUnsent}
        </Link>
      )}
    </section>
  )
}

type RefusedProps = NextSteps & { entry: OutboxEntry }

const cardClass = 'settle rounded-lg bg-danger-soft px-4 text-danger'

function Refused(props: RefusedProps) {
  const { label, title } = props.entry
  return (
    <div className={`${cardClass} flex flex-col gap-2 py-3`}>
      <p className="flex items-start gap-2 font-semibold [overflow-wrap:anywhere]">
        <Sign />
        <span>
          <KeptWords>{texts.refused(label, keep(title))}</KeptWords>
        </span>
      </p>
      <Reason {...props} />
    </div>
  )
}

/** A long name is cut; the rest of the line stays whole. */
const foldedClass =
  'wrap-anywhere min-w-0 overflow-hidden whitespace-nowrap group-open:whitespace-normal [&>span]:flex group-open:[&>span]:inline [&_bdi]:truncate group-open:[&_bdi]:whitespace-normal'

/** One line with the member's name in front, so that it doesn't look like the open member's. */
function Folded(props: RefusedProps) {
  const { label, title, memberId } = props.entry
  const customer = useShownCustomer(memberId ?? '')
  const line = customer
    ? texts.refusedOf(keep(`${customer.firstName} ${customer.lastName}`), label)
    : texts.refused(label, keep(title))
  return (
    <details className={`${cardClass} fold group`}>
      <summary className="font-semibold">
        <Sign />
        <span className={foldedClass}>
          <KeptWords>{line}</KeptWords>
        </span>
      </summary>
      <div className="flex flex-col gap-2 pb-3">
        {customer && (
          <bdi translate="no" className="font-semibold [overflow-wrap:anywhere]">
            {title}
          </bdi>
        )}
        <Reason {...props} />
      </div>
    </details>
  )
}

function Sign() {
  return <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
}

function Reason({ entry, onOpenMember, onNewMember }: RefusedProps) {
  const { memberId, otherId } = entry
  const isErased = entry.code === 'member_erased'
  const dismiss = () =>
    discardOperation(entry.operationId, { withDependents: false }).catch((error) =>
      showFailure(texts.notUndone, error),
    )
  return (
    <>
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
    </>
  )
}

export function nextStepAfter(code: string): string {
  const { nextStep } = texts
  const isListed = Object.hasOwn(nextStep, code)
  return isListed ? nextStep[code as keyof typeof nextStep] : texts.nextStepElse
}
