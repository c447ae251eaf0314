/** Records a purchase for a customer and reverses purchases, in part or whole. */
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownPurchase } from '#pwa/loyalty/purchase.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatInstant, formatMoney } from '#pwa/texts/format.ts'
import { tenderTexts } from '#pwa/texts/tender.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { Customer } from '#schema/contract/customer.ts'
import { toCents } from '#schema/contract/money.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { UndoDialog } from './undo-dialog.tsx'

interface CustomerPurchasesProps {
  customer: Customer
  purchases: readonly ShownPurchase[]
}

export function CustomerPurchases({ customer, purchases }: CustomerPurchasesProps) {
  const [asking, setAsking] = useState<ShownPurchase | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <PurchaseForm customer={customer} />
      <ul className="flex flex-col divide-y divide-line">
        {purchases.slice(0, 20).map((purchase) => (
          <li key={purchase.id} className="flex min-h-14 items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <span translate="no" className="font-medium tabular-nums">
                  {formatMoney(purchase.amount)}
                </span>
                <span className="text-ink-soft text-sm">
                  {customerTexts.pointsOf(purchase.points)}
                </span>
                {purchase.sync !== 'saved' && <SyncBadge state={purchase.sync} />}
                <UndoneBadge purchase={purchase} />
              </div>
              <p className="wrap-anywhere text-ink-faint text-sm">
                {[
                  formatInstant(purchase.recordedAt),
                  purchase.tender && tenderTexts.names[purchase.tender],
                  purchase.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {purchase.mayReverse && (
              <Button
                look="ghost"
                size="lg"
                aria-label={customerTexts.undoPurchaseOf(formatMoney(purchase.amount))}
                onClick={() => setAsking(purchase)}
              >
                <Undo2 size={17} aria-hidden="true" />
                {customerTexts.undoPurchase}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <UndoDialog customer={customer} purchase={asking} onClose={() => setAsking(null)} />
      )}
    </div>
  )
}

function UndoneBadge({ purchase }: { purchase: ShownPurchase }) {
  if (purchase.reversedAt) return <Badge>{customerTexts.undone}</Badge>
  const { reversedAmount } = purchase
  if (!reversedAmount || toCents(reversedAmount) === 0) return null
  return <Badge>{customerTexts.undonePart(formatMoney(reversedAmount))}</Badge>
}
