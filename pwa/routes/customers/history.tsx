/** A customer's points ledger; an owner may adjust the balance, and undo that with another one. */
import { useNavigate } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { adjustPoints } from '#pwa/loyalty/program.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useBusy } from '#pwa/routes/forms/use-busy.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatInstant, formatNumber } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { type Adjustment, type Correction, readUndoReason, undoOf } from './undo-adjustment.ts'

interface CustomerHistoryProps {
  customer: Customer
  lines: readonly HistoryLine[]
}

export function CustomerHistory({ customer, lines }: CustomerHistoryProps) {
  const session = useSession()
  const [asked, ask] = useState<{ start: Adjustment | null } | null>(null)
  const undone = new Set(lines.flatMap(({ undoes }) => undoes ?? []))
  const { undo, busy } = useUndo(customer, undone, (start) => ask({ start }))
  const mayAdjust = session.state === 'signedIn' && session.user.role === 'business_admin'
  return (
    <div className="flex flex-col gap-3">
      {mayAdjust && (
        <Button look="secondary" size="lg" onClick={() => ask({ start: null })}>
          <Scale size={17} aria-hidden="true" />
          {customerTexts.adjustPoints}
        </Button>
      )}
      {lines.length === 0 && <EmptyState sentence={customerTexts.noHistory} />}
      <ul className="flex flex-col divide-y divide-line">
        {lines.slice(0, 50).map((line) => (
          <HistoryRow
            key={line.id}
            line={line}
            isUndone={undone.has(line.id)}
            onUndo={mayAdjust ? undo : null}
            isBusy={busy}
          />
        ))}
      </ul>
      {asked && (
        <AdjustDialog
          // A toast may offer its undo while another correction is being typed.
          key={asked.start?.undoes}
          customer={customer}
          start={asked.start}
          isUndone={undone.has(asked.start?.undoes ?? '')}
          onUndo={undo}
          onClose={() => ask(null)}
        />
      )}
    </div>
  )
}

/**
 * Undoes a correction at once, or by the form if the balance would go below zero. A toast outlives
 * this list: from elsewhere it leads back to the customer's history instead.
 */
function useUndo(customer: Customer, undone: ReadonlySet<string>, ask: (undo: Adjustment) => void) {
  const navigate = useNavigate()
  const saved = useSavedToast()
  const { busy, run } = useBusy((error) => showFailure(customerTexts.correctionNotUndone, error))
  const latest = useRef<{ points: number; undone: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    latest.current = { points: customer.points, undone }
    return () => {
      latest.current = null
    }
  }, [customer, undone])
  async function undo(correction: Correction) {
    const adjustment = undoOf(correction)
    const memberId = customer.id
    if (!latest.current) {
      const to = '/business-dashboard/customers/$memberId'
      return navigate({ to, params: { memberId }, search: { view: 'history' } })
    }
    if (latest.current.undone.has(correction.id)) {
      return showToast({
        title: customerTexts.correctionNotUndone,
        description: customerTexts.alreadyUndone,
      })
    }
    const after = latest.current.points + adjustment.points
    if (adjustment.points < 0 && after < 0) return ask(adjustment)
    await adjustPoints({ memberId, ...adjustment })
    const { firstName } = customer
    saved(customerTexts.correctionUndone, customerTexts.balanceNow(keep(firstName), after))
  }
  return { busy, undo: (correction: Correction) => void run(async () => undo(correction)) }
}

interface HistoryRowProps {
  line: HistoryLine
  isUndone: boolean
  /** null for people who may not adjust points */
  onUndo: ((correction: Correction) => void) | null
  /** An undo is being saved. */
  isBusy: boolean
}

function HistoryRow({ line, isUndone, onUndo, isBusy }: HistoryRowProps) {
  const { id, points, description, reason, undoes } = line
  const isCorrection = reason === 'adjustment'
  const known = ledgerLine(description, reason)
  const words = undoes ? readUndoReason(known) : known
  return (
    <li className="flex min-h-12 items-center justify-between gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{isCorrection ? customerTexts.correctionOf(words) : words}</p>
        <p className="flex flex-wrap items-center gap-2 text-ink-faint text-sm">
          <span>{formatInstant(line.createdAt)}</span>
          {line.sync !== 'saved' && <SyncBadge state={line.sync} />}
          {isUndone && <Badge>{customerTexts.undone}</Badge>}
        </p>
      </div>
      {isCorrection && !isUndone && onUndo && (
        <Button
          look="ghost"
          className="-my-1"
          disabled={isBusy}
          aria-label={customerTexts.undoCorrectionOf(words)}
          onClick={() => onUndo({ id, points, reason: description })}
        >
          {customerTexts.undo}
        </Button>
      )}
      <span
        className={`font-semibold tabular-nums ${points >= 0 ? 'text-success' : 'text-ink-soft'}`}
      >
        {`${points >= 0 ? '+' : '−'}${formatNumber(Math.abs(points))}`}
      </span>
    </li>
  )
}
