/** The pane of a tablet while no one is served: this device's day so far. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShift } from '#pwa/loyalty/shift.ts'
import { useDay } from '#pwa/loyalty/today.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatMoney } from '#pwa/texts/format.ts'
import { numeral } from '#pwa/texts/language.ts'
import { shiftTexts } from '#pwa/texts/shift.ts'
import { textLinkClass } from '#pwa/ui/text-link.ts'

export function Idle() {
  // Phones hide the pane, so they don't read the day either.
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches)
  return (
    <div className="flex flex-col gap-5 p-1">
      {isWide && <Day />}
      <p className="text-ink-soft">{texts.idle}</p>
    </div>
  )
}

function Day() {
  const { begin } = useDay()
  const shift = useShift(begin)
  const figures = [
    [shiftTexts.purchases, shift && numeral(shift.purchases)],
    [shiftTexts.sales, shift && formatMoney(shift.sold)],
    [shiftTexts.signUps, shift && numeral(shift.signUps)],
    [shiftTexts.redemptions, shift && numeral(shift.redemptions)],
  ]
  return (
    <section aria-labelledby="counter-day" className="border-line border-b pb-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="counter-day" className="font-semibold">
          {shiftTexts.title}
        </h2>
        <Link to="/shift" className={`${textLinkClass} inline-flex min-h-11 items-center text-sm`}>
          {texts.wholeDay}
        </Link>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-4">
        {figures.map(([term, figure]) => (
          <div key={term}>
            <dt className="text-ink-soft text-sm">{term}</dt>
            <dd className="min-h-8 font-semibold text-xl tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
