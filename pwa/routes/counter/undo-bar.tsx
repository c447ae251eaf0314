/**
 * The last action, announced to screen readers, with an undo for the rest of the day. Once the server has
 * refused it, only the list of refusals shows it.
 */
import { CircleCheck, Gift, History, Hourglass, Info, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useIsUndone } from '#pwa/loyalty/todays-acts.ts'
import { type CounterAct, readWords } from '#pwa/routes/member/acts.ts'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { DuplicateSentence } from './duplicate-sentence.tsx'
import { useLastAct, useMet } from './use-last-act.ts'

interface UndoBarProps {
  act: CounterAct | null
  /** While someone else is served, `FoldedAct` replaces it; screen readers keep the region. */
  isFolded: boolean
  onUndone: () => void
  onRewards: (memberId: string) => void
}

export function UndoBar({ act, isFolded, ...then }: UndoBarProps) {
  return (
    <div role="status" className={isFolded ? 'sr-only' : 'empty:hidden'}>
      {act && <Shown key={act.operationId} act={act} isFolded={isFolded} {...then} />}
    </div>
  )
}

const looks = {
  done: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  waiting: { Icon: Hourglass, className: 'bg-warning-soft text-warning' },
  met: { Icon: Info, className: 'bg-notice-soft text-notice' },
} as const

function Shown({ act, isFolded, onUndone, onRewards }: UndoBarProps & { act: CounterAct }) {
  const toldId = useId()
  const last = useLastAct(act, onUndone)
  const { met, isUndone } = last
  const { mayRedeem } = act
  const sentence = met ? <DuplicateSentence met={met} /> : <KeptWords>{last.sentence}</KeptWords>
  if (last.isRefused) return null
  // The pad already shows the undo.
  if (isFolded && isUndone) return null
  if (isFolded) return <p>{sentence}</p>
  const look = looks[met ? 'met' : last.isWaiting ? 'waiting' : 'done']
  return (
    <div
      className={classNames(
        'rise flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-4 py-2',
        look.className,
      )}
    >
      <look.Icon size={20} aria-hidden="true" className="shrink-0" />
      {/* Its sync state is on the member's row and in the header. */}
      <p id={toldId} className="min-w-0 flex-1 basis-56 font-medium [overflow-wrap:anywhere]">
        {sentence}
      </p>
      {act.undo && !isUndone && (
        <div className="flex flex-wrap gap-2">
          {mayRedeem !== undefined && (
            <Button
              look="secondary"
              size="lg"
              disabled={!last.mayUndo}
              onClick={() => onRewards(mayRedeem)}
            >
              <Gift size={18} aria-hidden="true" />
              {texts.rewards}
            </Button>
          )}
          <Button
            look="secondary"
            size="lg"
            aria-describedby={toldId}
            disabled={!last.mayUndo}
            onClick={() => void last.undo()}
          >
            <Undo2 size={18} aria-hidden="true" />
            {texts.undo}
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * The last act while someone else is served: one line at the foot of a tablet's list, without a
 * verdict's color. Leads to its member, whose pad has the undo.
 */
export function FoldedAct({
  act: { about, undo },
  onOpenMember,
}: {
  act: CounterAct
  onOpenMember: (memberId: string) => void
}) {
  const isUndone = useIsUndone(undo?.of)
  if (!about || isUndone) return null
  return (
    <div className="at-foot">
      <button
        type="button"
        onClick={() => onOpenMember(about.memberId)}
        className="flex min-h-12 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 text-left text-ink-soft text-sm shadow-card hover:bg-sunken"
      >
        <History size={17} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 truncate">
          <KeptWords>{texts.before(about.name, readWords(about.what))}</KeptWords>
        </span>
      </button>
    </div>
  )
}

/** The result of a sign-up in the member's own pane. A status announces it already. */
export function SignedUpNow({ operationId }: Pick<CounterAct, 'operationId'>) {
  const { refused } = useEntry(operationId)
  const met = useMet({ operationId })
  if (refused) return null
  const { Icon } = looks[met ? 'met' : 'done']
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex items-center gap-1 font-medium text-sm',
        met ? 'text-notice' : 'text-success',
      )}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <span>{met ? customerTexts.metNow[met.why] : texts.signedUpNow}</span>
    </span>
  )
}
