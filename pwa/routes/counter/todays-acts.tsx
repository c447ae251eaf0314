/** Today's acts for the open member, latest first, each with its undo until midnight. */
import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { type TodaysAct, undoAct, useTodaysActs } from '#pwa/loyalty/todays-acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatMoney, formatTime } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Button } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { SyncLine } from '#pwa/ui/sync-badge.tsx'

interface TodaysActsProps {
  memberId: string
  name: string
}

export function TodaysActs({ memberId, name }: TodaysActsProps) {
  const acts = useTodaysActs(memberId)
  const [undone, setUndone] = useState<string | null>(null)
  // Stays after the last undo, whose sentence is announced in it.
  const [isShown, setShown] = useState(false)
  if (acts.length > 0 && !isShown) setShown(true)
  if (!isShown) return null
  return (
    <section aria-label={texts.today} className="flex flex-col gap-2 short:col-span-2">
      <h3 className="font-semibold text-ink-soft text-sm">{texts.today}</h3>
      <p role="status" className="font-medium text-success empty:hidden [overflow-wrap:anywhere]">
        {undone && <KeptWords>{undone}</KeptWords>}
      </p>
      <ul className="flex flex-col gap-2">
        {acts.map((act) => (
          <Act
            key={`${act.kind} ${act.id}`}
            act={act}
            onUndo={async () => {
              await undoAct(act, memberId)
              setUndone(undoneSentence(act, keep(name)) + saleKept(act, acts))
            }}
          />
        ))}
      </ul>
    </section>
  )
}

function Act({ act, onUndo }: { act: TodaysAct; onUndo: () => Promise<void> }) {
  const whatId = useId()
  const press = usePress()
  const undo = () =>
    press(texts.notUndone, async () => {
      await onUndo()
      give('done')
    })
  return (
    <li className="flex min-h-14 items-center gap-3 rounded-lg border border-line px-4 py-1.5">
      <div className="min-w-0 flex-1">
        <p id={whatId} className="font-medium [overflow-wrap:anywhere]">
          <KeptWords>{whatOf(act)}</KeptWords>
        </p>
        <SyncLine state={act.sync}>
          <span className="text-ink-soft text-sm">{formatTime(act.at)}</span>
        </SyncLine>
      </div>
      <Button look="secondary" size="lg" aria-describedby={whatId} onClick={() => void undo()}>
        <Undo2 size={18} aria-hidden="true" />
        {texts.undo}
      </Button>
    </li>
  )
}

function whatOf(act: TodaysAct): string {
  if (act.kind === 'sale') return texts.soldToday(keep(formatMoney(act.amount)))
  if (act.kind === 'redemption') return texts.redeemedToday(keep(act.rewardName))
  return texts.usedToday(keep(ledgerLine(act.description, act.source)))
}

/** A sale right after the use may have taken the discount; its own undo is in the list. */
function saleKept(undone: TodaysAct, acts: readonly TodaysAct[]): string {
  const sale = acts.findLast(({ kind, at }) => kind === 'sale' && at >= undone.at)
  if (undone.kind !== 'use' || sale?.kind !== 'sale') return ''
  return ` ${texts.saleKept(keep(formatMoney(sale.amount)))}`
}

function undoneSentence(act: TodaysAct, name: string): string {
  if (act.kind === 'sale') return texts.undone(keep(formatMoney(act.amount)), name)
  if (act.kind === 'redemption') return texts.undoneRedemption(keep(act.rewardName), name)
  return texts.undoneUse(keep(ledgerLine(act.description, act.source)), name)
}
