/** A customer's points ledger; an owner may adjust the balance, and undo that with another one. */
import { useNavigate } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatInstant, formatNumber } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { type Adjustment, type Correction, undoOf } from './undo-adjustment.ts'

interface CustomerHistoryProps {
  customer: Customer
  lines: readonly HistoryLine[]
}

export function CustomerHistory({ customer, lines }: CustomerHistoryProps) {
  const session = useSession()
  const [asked, ask] = useState<{ start: Adjustment | null } | null>(null)
  const undo = useUndo(customer, (start) => ask({ start }))
  const mayAdjust = session.state === 'signedIn' && session.user.role === 'business_admin'
  const undone = new Set(lines.flatMap(({ undoes }) => undoes ?? []))
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

/** The toast outlives this list: from elsewhere it leads back to the customer's history. */
function useUndo({ id: memberId }: Customer, ask: (undo: Adjustment) => void) {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (correction: Correction) =>
    isShown.current
      ? ask(undoOf(correction))
      : void navigate({
          to: '/business-dashboard/customers/$memberId',
          params: { memberId },
          search: { view: 'history' },
        })
}

interface HistoryRowProps {
  line: HistoryLine
  isUndone: boolean
  /** null for people who may not adjust points */
  onUndo: ((correction: Correction) => void) | null
}

function HistoryRow({ line, isUndone, onUndo }: HistoryRowProps) {
  const { id, points, description, reason } = line
  const isCorrection = reason === 'adjustment'
  const words = ledgerLine(description, reason)
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
          aria-label={customerTexts.undoCorrectionOf(description)}
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
