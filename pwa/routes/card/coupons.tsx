/**
 * A member's coupons, each with its code and a QR code for the counter; used coupons are listed
 * separately.
 */

import { QrCode, Ticket } from 'lucide-react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatCalendarDay, formatDay, unnamedDiscount } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { lastDayOf } from '#schema/contract/coupon-term.ts'
import { couponsId } from './member-card.tsx'
import type { ShownCoupon, sortCoupons } from './sort-coupons.ts'

interface CouponsProps extends ReturnType<typeof sortCoupons> {
  /** The business's time zone. */
  timeZone: string
  /** The code that is shown as a QR code. */
  shown: string | undefined
  onShow: (code: string | undefined) => void
}

export function Coupons({ timeZone, open, past, shown, onShow }: CouponsProps) {
  if (open.length + past.length === 0) return null
  return (
    <Card id={couponsId} title={cardTexts.myCoupons} className="scroll-mt-4 rounded-xl">
      {open.length === 0 && <p className="text-ink-soft text-sm">{cardTexts.noCoupons}</p>}
      <ul className="flex flex-col gap-3">
        {open.map((coupon) => (
          <OpenCoupon
            key={coupon.code ?? coupon.codeEnding}
            coupon={coupon}
            timeZone={timeZone}
            shown={coupon.code !== undefined && coupon.code === shown}
            onShow={onShow}
          />
        ))}
      </ul>
      {past.length > 0 && (
        <details className="fold mt-4">
          <summary className="text-ink-soft text-sm">{cardTexts.pastCoupons(past.length)}</summary>
          <ul className="divide-y divide-line">
            {past.map((coupon) => (
              <li
                key={coupon.code ?? coupon.codeEnding}
                className="flex flex-wrap justify-between gap-x-4 py-2.5 text-ink-soft text-sm"
              >
                <span className="min-w-[min(10ch,100%)] flex-1 break-words">
                  {ledgerLine(coupon.description, coupon.source)}
                </span>
                <span className="shrink-0 text-ink-faint text-xs leading-5">
                  {coupon.usedAt ? cardTexts.usedOn(formatDay(coupon.usedAt)) : cardTexts.expired}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

interface OpenCouponProps extends Pick<CouponsProps, 'timeZone' | 'onShow'> {
  coupon: ShownCoupon
  shown: boolean
}

function OpenCoupon({ coupon, timeZone, shown, onShow }: OpenCouponProps) {
  const { expiresAt, expiresOn, terms } = coupon
  const name = ledgerLine(coupon.description, coupon.source)
  return (
    <li className="rounded-lg border-2 border-brand-accent-text/40 border-dashed p-[min(1rem,4vw)]">
      <div className="flex flex-wrap items-start gap-x-3">
        <Ticket size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brand-accent-text" />
        <div className="min-w-[min(10ch,100%)] flex-1">
          <p className="break-words font-medium">{name}</p>
          {terms && <p className="text-sm">{unnamedDiscount(terms)}</p>}
          <p translate="no" className="mt-1 select-all font-mono font-semibold text-lg">
            {coupon.code ?? `…${coupon.codeEnding}`}
          </p>
          {expiresAt && (
            <p className="text-ink-faint text-xs">
              {cardTexts.expires(formatCalendarDay(lastDayOf({ expiresAt, expiresOn }, timeZone)))}
            </p>
          )}
        </div>
        {coupon.code !== undefined && (
          <Button
            look="ghost"
            size="icon"
            className="ml-auto size-11"
            aria-label={shown ? cardTexts.hideQrOf(name) : cardTexts.showQrOf(name)}
            aria-expanded={shown}
            aria-controls={coupon.code}
            onClick={() => onShow(shown ? undefined : coupon.code)}
          >
            <QrCode size={20} aria-hidden="true" />
          </Button>
        )}
      </div>
      <div id={coupon.code} className="flex justify-center">
        {shown && coupon.code !== undefined && (
          <QrImage
            text={coupon.code}
            label={cardTexts.couponQr(coupon.code)}
            className="mt-3 size-44"
          />
        )}
      </div>
    </li>
  )
}
