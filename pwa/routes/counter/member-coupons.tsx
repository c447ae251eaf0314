/** A member's usable coupons; tapping one shows it before it is used. */

import { ChevronRight } from 'lucide-react'
import { serverNow } from '#pwa/api/server-clock.ts'
import { useTimeZone } from '#pwa/loyalty/business.ts'
import type { ShownCoupon } from '#pwa/loyalty/coupon.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatCalendarDay, unnamedDiscount } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { hasExpired, lastDayOf } from '#schema/contract/coupon-term.ts'

interface MemberCouponsProps {
  coupons: readonly ShownCoupon[]
  onOpen: (coupon: ShownCoupon) => void
}

export function MemberCoupons({ coupons, onOpen }: MemberCouponsProps) {
  const timeZone = useTimeZone()
  const open = coupons.filter(
    (coupon) => !coupon.usedAt && !hasExpired(coupon, serverNow(), timeZone),
  )
  if (open.length === 0) return <EmptyState sentence={texts.noCoupons} />
  return (
    <ul className="flex flex-col gap-2">
      {open.map((coupon) => (
        <li key={coupon.id}>
          <button
            type="button"
            onClick={() => onOpen(coupon)}
            className="flex min-h-16 w-full items-center justify-between gap-3 rounded-lg border border-line px-4 py-2.5 text-left hover:bg-sunken"
          >
            <span className="min-w-0">
              <span
                translate={coupon.source === 'reward' ? 'no' : undefined}
                className="block font-medium [overflow-wrap:anywhere]"
              >
                {ledgerLine(coupon.description, coupon.source)}
              </span>
              <span className="block text-ink-soft text-sm">
                <KeptWords>{termsOf(coupon, timeZone)}</KeptWords>
              </span>
            </span>
            <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-ink-faint" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function termsOf(coupon: ShownCoupon, timeZone: string): string {
  const until = texts.until(formatCalendarDay(lastDayOf(coupon, timeZone)))
  return [keep(`…${coupon.codeEnding}`), ...unnamedDiscount(coupon, keep), until].join(' · ')
}
