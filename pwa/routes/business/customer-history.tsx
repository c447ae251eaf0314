/** The lines of a customer's ledger, each with its sign. */

import type { HistoryLine } from '#pwa/loyalty/points.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatInstant, formatNumber } from '#pwa/ui/format.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'

export function CustomerHistory({ lines }: { lines: readonly HistoryLine[] }) {
  if (lines.length === 0) return <EmptyState sentence={customerTexts.noHistory} />
  return (
    <ul className="flex flex-col divide-y divide-line">
      {lines.slice(0, 50).map((line) => (
        <li key={line.id} className="flex min-h-12 items-center justify-between gap-3 py-2">
          <div className="min-w-0">
            <p className="wrap-anywhere">{line.description}</p>
            <p className="flex items-center gap-2 text-ink-faint text-sm">
              {formatInstant(line.createdAt)}
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
            {line.points >= 0 ? '+' : '−'}
            {formatNumber(Math.abs(line.points))}
          </span>
        </li>
      ))}
    </ul>
  )
}
