/**
 * A member's coupons, each with its code and a QR code for the counter; used coupons are listed
 * separately.
 */

import { QrCode, Ticket } from 'lucide-react'
import { useId, useState } from 'react'
import { serverNow } from '#pwa/api/server-clock.ts'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatCalendarDay, formatDay } from '#pwa/texts/format.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { RedeemRow } from '#pwa/visitor/database.ts'
import type { Coupon, CouponSource } from '#schema/contract/coupon.ts'
import { hasExpired, lastDayOf } from '#schema/contract/coupon-term.ts'

interface CouponsProps {
  /** The business's time zone. */
  timeZone: string
  coupons: Coupon[]
  redemptions: RedeemRow[]
}

interface ShownCoupon {
  /** Missing if staff view the card: only the member may see the code. */
  code?: string | undefined
  codeEnding?: string | undefined
  source: CouponSource
  description: string
  /** Null for a coupon that was just issued; the next page contains its expiry. */
  expiresAt: string | null
  expiresOn?: string | null | undefined
  usedAt: string | null
}

export function Coupons({ timeZone, coupons, redemptions }: CouponsProps) {
  const granted = redemptions.flatMap((row) => grantedCoupon(row, coupons))
  const all: ShownCoupon[] = [...granted, ...coupons]
  const open = all.filter((coupon) => !coupon.usedAt && !isExpired(coupon, timeZone))
  const past = all.filter((coupon) => coupon.usedAt || isExpired(coupon, timeZone))
  if (all.length === 0) return null
  return (
    <Card title={cardTexts.myCoupons} className="rounded-xl">
      {open.length === 0 && <p className="text-ink-soft text-sm">{cardTexts.noCoupons}</p>}
      <ul className="flex flex-col gap-3">
        {open.map((coupon) => (
          <OpenCoupon key={coupon.code ?? coupon.codeEnding} coupon={coupon} timeZone={timeZone} />
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

function OpenCoupon({ coupon, timeZone }: { coupon: ShownCoupon; timeZone: string }) {
  const { expiresAt, expiresOn } = coupon
  const [shown, setShown] = useState(false)
  const id = useId()
  const name = ledgerLine(coupon.description, coupon.source)
  return (
    <li className="rounded-lg border-2 border-brand-accent-text/40 border-dashed p-[min(1rem,4vw)]">
      <div className="flex flex-wrap items-start gap-x-3">
        <Ticket size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brand-accent-text" />
        <div className="min-w-[min(10ch,100%)] flex-1">
          <p className="break-words font-medium">{name}</p>
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
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            <QrCode size={20} aria-hidden="true" />
          </Button>
        )}
      </div>
      <div id={id} className="flex justify-center">
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

function isExpired({ expiresAt, expiresOn }: ShownCoupon, timeZone: string): boolean {
  return expiresAt !== null && hasExpired({ expiresAt, expiresOn }, serverNow(), timeZone)
}

/** A coupon that was granted but isn't in the server's page yet. */
function grantedCoupon(row: RedeemRow, coupons: Coupon[]): ShownCoupon[] {
  const code = row.couponCode
  if (code === null || coupons.some((coupon) => coupon.code === code)) return []
  return [{ code, source: 'reward', description: row.rewardName, expiresAt: null, usedAt: null }]
}
