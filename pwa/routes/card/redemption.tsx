/** A requested redemption that is pending or was refused. */

import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { cardTexts } from '#pwa/texts/card.ts'
import { outcomeTexts } from '#pwa/texts/sign-up-outcome.ts'
import { Button } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import { dismissRow } from '#pwa/visitor/outbox.ts'
import { savedRedemptionSentence } from '#pwa/visitor/pending-hint.ts'

export function RedemptionState({ row }: { row: RedeemRow }) {
  return (
    <li className="rounded-lg bg-sunken p-4 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 break-words font-medium">{row.rewardName}</p>
        <SyncBadge state={row.status === 'applied' ? 'saved' : row.status} />
      </div>
      <p className={row.refusal ? 'mt-1 text-danger' : 'mt-1 text-ink-soft'}>
        {redemptionSentence(row)}
      </p>
      {row.refusal && (
        <Button
          look="secondary"
          className="mt-3 h-11"
          onClick={() => void dismissRow(row.operationId)}
        >
          {outcomeTexts.dismiss}
        </Button>
      )}
    </li>
  )
}

export function redemptionSentence(row: RedeemRow): string {
  const { refusal } = row
  const { pointsSeen } = row.payload
  if (refusal) return refusalSentence(refusal.code, refusal.message)
  if (row.status === 'parked') return cardTexts.pointsHeld(pointsSeen)
  if (row.status === 'sending' || row.tries === 0) return cardTexts.redeeming(pointsSeen)
  return savedRedemptionSentence()
}
