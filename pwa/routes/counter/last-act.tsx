/**
 * The last action, announced to screen readers, with its sync state and an undo for a minute. Once
 * the server has refused it, only the list of refusals shows it.
 */
import { CircleCheck, Gift, Hourglass, Info, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type MetMember, useMetMembers } from '#pwa/loyalty/met-members.ts'
import { type CounterAct, type SavedAct, undoSeconds } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { MetSentence } from './met-sentence.tsx'

interface LastActProps {
  act: CounterAct | null
  onUndone: (undone: SavedAct) => void
  onRewards: (memberId: string) => void
}

export function LastAct({ act, ...then }: LastActProps) {
  return (
    <div role="status" className="empty:hidden">
      {act && <Shown key={act.operationId} act={act} {...then} />}
    </div>
  )
}

const looks = {
  done: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  waiting: { Icon: Hourglass, className: 'bg-warning-soft text-warning' },
  met: { Icon: Info, className: 'bg-notice-soft text-notice' },
} as const

function Shown({ act, onUndone, onRewards }: LastActProps & { act: CounterAct }) {
  const { mayRedeem } = act
  const toldId = useId()
  const mayUndo = useUndoWindow(act)
  const { entry, refused } = useEntry(act.operationId)
  const meanwhile = entry && act.meanwhile
  const met = useMet(act)
  const look = looks[met ? 'met' : meanwhile === undefined ? 'done' : 'waiting']
  const sentence = met ? <MetSentence met={met} /> : (meanwhile ?? act.sentence)

  const press = usePress()
  const undo = () =>
    press(texts.notUndone, async () => {
      const undone = await act.undo?.()
      if (undone === undefined) return
      give('done')
      onUndone(undone)
    })

  if (refused) return null
  return (
    <div
      className={classNames(
        'rise flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-4 py-2',
        look.className,
      )}
    >
      <look.Icon size={20} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 basis-40">
        <p id={toldId} className="font-medium [overflow-wrap:anywhere]">
          {sentence}
        </p>
        {/* The badge keeps its space after the sync, so that nothing below moves under a
            finger. */}
        <p className="flex h-6 items-center">
          {(entry || act.undo) && <SyncBadge state={entry?.state ?? 'saved'} />}
        </p>
      </div>
      {act.undo && mayRedeem !== undefined && (
        <Button look="secondary" size="lg" disabled={!mayUndo} onClick={() => onRewards(mayRedeem)}>
          <Gift size={18} aria-hidden="true" />
          {texts.rewards}
        </Button>
      )}
      {act.undo && (
        <Button
          look="secondary"
          size="lg"
          aria-describedby={toldId}
          disabled={!mayUndo}
          onClick={() => void undo()}
        >
          <Undo2 size={18} aria-hidden="true" />
          {texts.undo}
        </Button>
      )}
    </div>
  )
}

/**
 * Confirms a sign-up in the new member's own pane, where the last action is below the fold. A
 * status announces the action already.
 */
export function SignedUpNow({ operationId }: Pick<CounterAct, 'operationId'>) {
  const { refused } = useEntry(operationId)
  const met = useMet({ operationId })
  return (
    <p
      aria-hidden="true"
      className={classNames(
        'flex items-center gap-1.5 font-medium text-sm text-success md:hidden short:flex',
        // Keeps its space, so that nothing below moves under a finger.
        (refused || met) && 'invisible',
      )}
    >
      <CircleCheck size={16} aria-hidden="true" className="shrink-0" />
      <span>{texts.signedUpNow}</span>
    </p>
  )
}

/** The existing member whom this sign-up matched: it is not a new customer after all. */
function useMet({ operationId }: Pick<CounterAct, 'operationId'>): MetMember | undefined {
  const met = useMetMembers().find((each) => each.operationId === operationId)
  // The next pull removes the row, so keep it.
  const known = useRef<MetMember>(undefined)
  if (met) known.current = met
  return known.current
}

function useUndoWindow({ undo, doneAt }: CounterAct): boolean {
  const [open, setOpen] = useState(undo !== null)
  useEffect(() => {
    const leftMs = doneAt + undoSeconds * 1000 - Date.now()
    const closing = setTimeout(() => setOpen(false), Math.max(0, leftMs))
    return () => clearTimeout(closing)
  }, [doneAt])
  return open
}
