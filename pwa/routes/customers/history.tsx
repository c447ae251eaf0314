/** A customer's points ledger; an owner may adjust the balance. */
import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { useSession } from '#pwa/session/session.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatInstant, formatNumber } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { AdjustDialog } from './adjust-dialog.tsx'

interface CustomerHistoryProps {
  customer: Customer
  lines: readonly HistoryLine[]
}

export function CustomerHistory({ customer, lines }: CustomerHistoryProps) {
  const session = useSession()
  const [adjusting, setAdjusting] = useState(false)
  const mayAdjust = session.state === 'signedIn' && session.user.role === 'business_admin'
  return (
    <div className="flex flex-col gap-3">
      {mayAdjust && (
        <Button look="secondary" size="lg" onClick={() => setAdjusting(true)}>
          <Scale size={17} aria-hidden="true" />
          {customerTexts.adjustPoints}
        </Button>
      )}
      {lines.length === 0 && <EmptyState sentence={customerTexts.noHistory} />}
      <ul className="flex flex-col divide-y divide-line">
        {lines.slice(0, 50).map((line) => (
          <li key={line.id} className="flex min-h-12 items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="wrap-anywhere">{ledgerLine(line.description, line.reason)}</p>
              <p className="flex items-center gap-2 text-ink-faint text-sm">
                <span>{formatInstant(line.createdAt)}</span>
                {line.sync !== 'saved' && <SyncBadge state={line.sync} />}
              </p>
            </div>
            <span
              className={
                line.points >= 0
                  ? 'font-semibold text-success tabular-nums'
                  : 'font-semibold text-ink-soft tabular-nums'
              }
            >
              {`${line.points >= 0 ? '+' : '−'}${formatNumber(Math.abs(line.points))}`}
            </span>
          </li>
        ))}
      </ul>
      {adjusting && <AdjustDialog customer={customer} onClose={() => setAdjusting(false)} />}
    </div>
  )
}
