/** A drawing of a customer's card on their phone, in the colors set by its parent. */

import { formatNumber } from '#pwa/texts/format.ts'
import { landingTexts } from '#pwa/texts/landing.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { DrawnQr } from './sample-qr.tsx'

interface DrawnCardProps {
  name: string
  customer: string
  points: number
  goal: number
  reward: string
}

export function DrawnCard({ name, customer, points, goal, reward }: DrawnCardProps) {
  return (
    <div className="overflow-clip rounded-xl border border-line bg-surface shadow-lifted">
      <div className="brand-gradient p-4 text-on-brand sm:p-5">
        <p className="flex items-center gap-2.5 font-semibold text-sm">
          <span className="shrink-0 rounded-md ring-2 ring-on-brand/35">
            <BrandMark name={name} logoUrl={null} size="sm" />
          </span>
          <span>{name}</span>
        </p>
        <p className="mt-4 text-sm">{landingTexts.welcomeBack(customer)}</p>
        <p className="font-bold text-3xl tracking-tight">
          <span translate="no">{formatNumber(points)}</span>{' '}
          <span className="font-medium text-base">{landingTexts.points}</span>
        </p>
      </div>
      <div className="p-4 sm:p-5">
        <svg
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-2 w-full rounded-full"
        >
          <rect width="100" height="4" className="fill-sunken" />
          <rect width={(100 * points) / goal} height="4" rx="2" className="fill-brand-text" />
        </svg>
        <p className="mt-2 text-ink-soft text-xs sm:text-sm">
          {landingTexts.rewardIn(reward, goal - points)}
        </p>
        <div className="mx-auto mt-4 w-24 rounded-lg border border-line bg-white p-2 sm:w-28">
          <DrawnQr />
        </div>
      </div>
    </div>
  )
}
