/**
 * Refused operations, shown to the cashier with the reason and what to do next. Beside another
 * member, and on phones, all of them are one line until it is opened.
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
const unfoldedMost = 10

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
  const listed = refused.filter(({ operationId }) => operationId !== inPane).reverse()
  const isWhole = ({ memberId }: OutboxEntry) => hasRoom || memberId === member
  const whole = listed.filter(isWhole)
  const folded = listed.filter((entry) => !isWhole(entry))
  const isCut = whole.length > shownMost || folded.length > unfoldedMost
  return (
    <section
      aria-label={texts.refusals}
      aria-live="assertive"
      className="flex flex-col gap-2 empty:hidden"
    >
      {whole.slice(0, shownMost).map((entry) => (
        <Refused key={entry.operationId} entry={entry} {...steps} />
      ))}
      <Folded entries={folded} {...steps} />
      {isCut && (
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

/** Only a name that is wider than the line is cut. */
const foldedClass =
  'wrap-anywhere min-w-0 leading-snug [&_bdi]:inline-block [&_bdi]:max-w-[calc(100%-1ch)] [&_bdi]:truncate [&_bdi]:align-bottom group-open:[&_bdi]:inline group-open:[&_bdi]:whitespace-normal'

/** The newest with its member's name in front, so that it doesn't look like the open member's. */
function Folded({ entries, ...steps }: NextSteps & { entries: readonly OutboxEntry[] }) {
  const newest = entries[0]
  const customer = useShownCustomer(newest?.memberId ?? '')
  if (!newest) return null
  const { label, title } = newest
  const line = customer
    ? texts.refusedOf(keep(`${customer.firstName} ${customer.lastName}`), label)
    : texts.refused(label, keep(title))
  const isAlone = entries.length === 1
  return (
    <details className={`${cardClass} fold group`}>
      <summary className="py-1 font-semibold">
        <Sign />
        <span className={foldedClass}>
          <KeptWords>{isAlone ? line : texts.refusedToo(line, entries.length - 1)}</KeptWords>
        </span>
      </summary>
      <ul className="flex flex-col gap-4 pb-3">
        {entries.slice(0, unfoldedMost).map((entry) => (
          <li key={entry.operationId} className="flex flex-col gap-2">
            {(customer || !isAlone) && (
              <p className="font-semibold [overflow-wrap:anywhere]">
                <KeptWords>
                  {isAlone ? keep(entry.title) : texts.refused(entry.label, keep(entry.title))}
                </KeptWords>
              </p>
            )}
            <Reason entry={entry} {...steps} />
          </li>
        ))}
      </ul>
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
