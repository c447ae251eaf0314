/** One redemption that was asked for and has no good end yet. */
import { Button } from '#pwa/ui/button.tsx'
import { formatNumber } from '#pwa/ui/format.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import { dismissRow } from '#pwa/visitor/outbox.ts'
import { whatHappensNext } from '#pwa/visitor/sync-tag.ts'

export function RedemptionState({ row }: { row: RedeemRow }) {
  return (
    <li className="rounded-lg bg-sunken p-4 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 break-words font-medium">{row.rewardName}</p>
        <SyncBadge state={row.status === 'applied' ? 'saved' : row.status} />
      </div>
      <p className={row.refusal ? 'mt-1 text-danger' : 'mt-1 text-ink-soft'}>{sentenceOf(row)}</p>
      {row.refusal && (
        <Button
          look="secondary"
          className="mt-3 h-11"
          onClick={() => void dismissRow(row.operationId)}
        >
          Dismiss
        </Button>
      )}
    </li>
  )
}

function sentenceOf(row: RedeemRow): string {
  if (row.refusal) return row.refusal.message
  const points = formatNumber(row.pointsSeen)
  if (row.status === 'parked') return `${points} points are set aside until this is decided.`
  if (row.status === 'sending' || row.tries === 0) return `Spending ${points} points`
  return `Saved on this phone. ${whatHappensNext()}`
}
