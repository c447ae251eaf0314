/** A customer's coupons, and using one up. */
import { useState } from 'react'
import { type ShownCoupon, spendCoupon } from '#pwa/loyalty/coupon.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay } from '#pwa/ui/format.ts'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import { showFailure } from './customer-purchases.tsx'

export function CustomerCoupons({ coupons }: { coupons: readonly ShownCoupon[] }) {
  const [asking, setAsking] = useState<ShownCoupon | null>(null)

  async function use(coupon: ShownCoupon) {
    setAsking(null)
    try {
      await spendCoupon(coupon.code)
      showToast({ title: 'Coupon used', description: `${coupon.description} is saved as used.` })
    } catch (error) {
      showFailure('Coupon not used', error)
    }
  }

  if (coupons.length === 0) return <EmptyState sentence="No coupons on this device." />
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {coupons.map((coupon) => (
          <li key={coupon.id} className="flex min-h-14 items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-medium tabular-nums tracking-wide">{coupon.code}</span>
                {coupon.sync !== 'saved' && <SyncBadge state={coupon.sync} />}
              </div>
              <p className="truncate text-ink-faint text-sm">
                {coupon.description}, until {formatDay(coupon.expiresAt)}
              </p>
            </div>
            {coupon.usedAt ? (
              <Badge>Used</Badge>
            ) : (
              <Button look="secondary" size="lg" onClick={() => setAsking(coupon)}>
                Use
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpen={(open) => !open && setAsking(null)}
        title="Use this coupon?"
        act="Use coupon"
        onConfirm={() => asking && void use(asking)}
      >
        {asking && `${asking.description}. A coupon can be used once.`}
      </ConfirmDialog>
    </>
  )
}
