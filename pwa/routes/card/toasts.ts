/** Tells what became of a redemption while the page is looked at (spec.md §8). */
import { useEffect, useRef } from 'react'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { RedeemRow, RowStatus } from '#pwa/visitor/database.ts'

export function useRedemptionToasts(redemptions: RedeemRow[]): void {
  const seen = useRef(new Map<string, RowStatus>())
  useEffect(() => {
    for (const row of redemptions) {
      const before = seen.current.get(row.operationId)
      seen.current.set(row.operationId, row.status)
      if (before === undefined || before === row.status) continue
      if (row.status === 'applied') {
        showToast({ title: 'Reward redeemed', description: `Your coupon is ${row.couponCode}` })
      }
      if (row.refusal) {
        const { message } = row.refusal
        showToast({ title: 'Redemption Failed', description: message, tone: 'destructive' })
      }
    }
  }, [redemptions])
}
