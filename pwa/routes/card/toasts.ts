/** Shows a toast when a redemption is decided while the page is visible. */

import { useEffect, useRef } from 'react'
import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { cardTexts } from '#pwa/texts/card.ts'
import { keep } from '#pwa/texts/keep.ts'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { RedeemRow, RowStatus } from '#pwa/visitor/database.ts'

export function useRedemptionToasts(redemptions: RedeemRow[]): void {
  const seen = useRef(new Map<string, RowStatus>())
  useEffect(() => {
    for (const row of redemptions) {
      const before = seen.current.get(row.operationId)
      seen.current.set(row.operationId, row.status)
      if (before === undefined || before === row.status) continue
      if (row.status === 'applied' && !row.isAgain) {
        showToast({
          title: cardTexts.redeemed,
          description: cardTexts.yourCoupon(keep(row.couponCode ?? '')),
        })
      }
      if (row.refusal) {
        const description = refusalSentence(row.refusal.code, row.refusal.message)
        showToast({ title: cardTexts.redemptionFailed, description, tone: 'destructive' })
      }
    }
  }, [redemptions])
}
