/** A drawing of the product: an offline till, and a customer's card on their phone. */

import { CloudOff } from 'lucide-react'
import { landingTexts } from '#pwa/texts/landing.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { DrawnCard } from './sample-card.tsx'
import { flatWhitePoints } from './samples.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0']

export function HeroPicture() {
  const sales = [
    { name: 'Maya Lindqvist', act: landingTexts.picturePurchase('$12.50') },
    { name: 'Theo Brandt', act: landingTexts.pictureSignedUp },
    { name: 'Aiko Tanaka', act: landingTexts.picturePurchase('$7.00') },
  ]
  return (
    <div
      aria-hidden="true"
      className="relative isolate mx-auto w-full max-w-lg pb-12 sm:pl-4 lg:max-w-none"
    >
      <svg
        viewBox="0 0 600 600"
        aria-hidden="true"
        className="absolute top-1/2 left-1/2 -z-1 w-[118%] max-w-none -translate-x-1/2 -translate-y-1/2 fill-none stroke-spark opacity-25"
      >
        <circle cx="300" cy="300" r="262" strokeWidth="30" />
        <circle cx="300" cy="300" r="218" strokeWidth="3" />
      </svg>
      <div className="w-full overflow-clip rounded-xl border border-line bg-surface shadow-lifted sm:w-[88%] lg:w-[80%]">
        <p className="flex items-center gap-2.5 bg-loud px-5 py-3 font-medium text-on-loud text-sm">
          <CloudOff size={17} className="shrink-0" />
          {landingTexts.pictureOffline}
        </p>
        <ul className="divide-y divide-line px-5 pt-2">
          {sales.map(({ name, act }) => (
            <li key={name} className="flex items-center gap-3 py-3">
              <Avatar name={name} />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-ink-faint">{act}</span>
              </span>
              <SyncBadge state="waiting" />
            </li>
          ))}
        </ul>
        <div className="mt-2 border-line border-t bg-sunken/60 p-5">
          <p className="mb-4 font-semibold text-3xl tracking-tight">$18.50</p>
          <div className="grid grid-cols-3 gap-2 pb-1">
            {keys.map((key) => (
              <span
                key={key}
                className="flex h-13 items-center justify-center rounded-lg border border-line bg-surface font-medium text-xl shadow-card"
              >
                {key}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="absolute right-0 bottom-0 w-[54%] max-w-64 rotate-3 sm:max-w-68">
        <DrawnCard
          name="Bloom Café"
          customer="Maya"
          points={240}
          goal={flatWhitePoints}
          reward={landingTexts.flatWhite}
        />
      </div>
    </div>
  )
}
