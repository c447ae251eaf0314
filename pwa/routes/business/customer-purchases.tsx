/** Records a purchase for a customer, and voids one. */
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { reversePurchase, type ShownPurchase } from '#pwa/loyalty/purchase.ts'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { formatInstant, formatMoney } from '#pwa/ui/format.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { useSavedToast } from './use-saved-toast.ts'

interface CustomerPurchasesProps {
  customer: Customer
  purchases: readonly ShownPurchase[]
}

export function CustomerPurchases({ customer, purchases }: CustomerPurchasesProps) {
  const [asking, setAsking] = useState<ShownPurchase | null>(null)
  const saved = useSavedToast()

  async function reverse(purchase: ShownPurchase) {
    setAsking(null)
    try {
      await reversePurchase({ purchaseId: purchase.id, memberId: customer.id })
      saved(customerTexts.purchaseVoided, customerTexts.pointsRemoved(purchase.points))
    } catch (error) {
      showFailure(customerTexts.purchaseNotVoided, error)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <PurchaseForm customer={customer} />
      <ul className="flex flex-col divide-y divide-line">
        {purchases.slice(0, 20).map((purchase) => (
          <li key={purchase.id} className="flex min-h-14 items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium tabular-nums">{formatMoney(purchase.amount)}</span>
                <span className="text-ink-soft text-sm">
                  {customerTexts.pointsOf(purchase.points)}
                </span>
                {purchase.sync !== 'saved' && <SyncBadge state={purchase.sync} />}
                {purchase.reversedAt && <Badge>{customerTexts.voided}</Badge>}
              </div>
              <p className="wrap-anywhere text-ink-faint text-sm">
                {formatInstant(purchase.recordedAt)}
                {purchase.note && <> · {purchase.note}</>}
              </p>
            </div>
            {purchase.mayReverse && (
              <Button
                look="ghost"
                size="lg"
                aria-label={customerTexts.voidPurchaseOf(formatMoney(purchase.amount))}
                onClick={() => setAsking(purchase)}
              >
                <Undo2 size={17} aria-hidden="true" />
                {customerTexts.voidPurchase}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpen={(open) => !open && setAsking(null)}
        title={customerTexts.voidThisPurchase}
        act={customerTexts.voidPurchase}
        onConfirm={() => asking && void reverse(asking)}
      >
        {asking &&
          customerTexts.voidWarning(customer.firstName, asking.points, formatMoney(asking.amount))}
      </ConfirmDialog>
    </div>
  )
}
