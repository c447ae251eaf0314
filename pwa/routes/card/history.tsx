/** The ten newest lines of a member's ledger: plus for points earned, minus for the rest. */
import { cardTexts } from '#pwa/texts/card.ts'
import { formatDay, formatNumber } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { limits } from '#schema/contract/limits.ts'
import type { Transaction } from '#schema/contract/points.ts'

/** The id of the history, to which the card's top links. */
export const historyId = 'history'

export function PointHistory({ transactions }: { transactions: Transaction[] }) {
  return (
    <Card id={historyId} title={cardTexts.pointHistory} className="rounded-xl">
      {transactions.length === 0 ? (
        <p className="text-ink-soft text-sm">{cardTexts.noHistory}</p>
      ) : (
        <ul className="divide-y divide-line">
          {transactions.slice(0, limits.historyRows).map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="break-words text-sm">{ledgerLine(line.description)}</p>
                <p className="text-ink-faint text-xs">{formatDay(line.createdAt)}</p>
              </div>
              <p
                className={classNames(
                  'shrink-0 font-semibold tabular-nums',
                  line.type === 'earn' ? 'text-success' : 'text-ink',
                )}
              >
                {`${line.type === 'earn' ? '+' : '-'}${formatNumber(line.points)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
