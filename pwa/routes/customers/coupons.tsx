/** A customer's coupons, and the action to use one. */

import { useState } from 'react'
import { useTimeZone } from '#pwa/loyalty/business.ts'
import { type ShownCoupon, spendCouponOf } from '#pwa/loyalty/coupon.ts'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { useSavedToast } from '#pwa/routes/forms/use-saved-toast.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { customerTexts } from '#pwa/texts/customer.ts'
import { formatCalendarDay, unnamedDiscount } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { lastDayOf } from '#schema/contract/coupon-term.ts'

export function CustomerCoupons({ coupons }: { coupons: readonly ShownCoupon[] }) {
  const saved = useSavedToast()
  const timeZone = useTimeZone()
  const isOffline = useConnection() === 'offline'
  const [asking, setAsking] = useState<ShownCoupon | null>(null)

  async function use(coupon: ShownCoupon) {
    setAsking(null)
    try {
      await spendCouponOf(coupon)
      saved(
        customerTexts.couponUsed,
        customerTexts.couponApplied(keep(ledgerLine(coupon.description, coupon.source))),
      )
    } catch (error) {
      showFailure(customerTexts.couponNotApplied, error)
    }
  }

  if (coupons.length === 0)
    return (
      <EmptyState sentence={isOffline ? customerTexts.noCouponsOffline : customerTexts.noCoupons} />
    )
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {coupons.map((coupon) => (
          <li key={coupon.id} className="flex min-h-14 items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-2">
                <span
                  translate="no"
                  className="font-medium tabular-nums tracking-wide"
                >{`…${coupon.codeEnding}`}</span>
                {coupon.sync !== 'saved' && <SyncBadge state={coupon.sync} />}
              </div>
              <p className="wrap-anywhere text-ink-faint text-sm">
                {customerTexts.couponExpires(
                  [ledgerLine(coupon.description, coupon.source), ...unnamedDiscount(coupon)].join(
                    ' · ',
                  ),
                  formatCalendarDay(lastDayOf(coupon, timeZone)),
                )}
              </p>
            </div>
            {coupon.usedAt ? (
              <Badge>{customerTexts.used}</Badge>
            ) : (
              <Button look="secondary" size="lg" onClick={() => setAsking(coupon)}>
                {customerTexts.use}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpen={(open) => !open && setAsking(null)}
        title={customerTexts.useThisCoupon}
        look="primary"
        act={customerTexts.markAsUsed}
        onConfirm={() => asking && void use(asking)}
      >
        {asking ? customerTexts.onlyOnce(keep(ledgerLine(asking.description, asking.source))) : ''}
      </ConfirmDialog>
    </>
  )
}
