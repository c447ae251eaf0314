/** The benefits of membership, and some rewards that points can buy here. */
import { BadgePercent, Gift, Sparkles, TrendingUp } from 'lucide-react'
import { formatNumber } from '#pwa/texts/format.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'

const rewardsShown = 3

export function Perks({ lookUp }: { lookUp: SignUpLookup }) {
  const { points, discountPercent } = lookUp.welcome
  // Don't promise an empty welcome.
  const perks = [
    points > 0 && { Icon: Sparkles, text: joinTexts.perkPoints(points) },
    discountPercent > 0 && { Icon: BadgePercent, text: joinTexts.perkDiscount(discountPercent) },
    { Icon: TrendingUp, text: joinTexts.perkEarn },
    { Icon: Gift, text: joinTexts.perkRewards },
  ].filter((perk) => perk !== false)
  return (
    <section aria-label={joinTexts.whatYouGet} className="px-1">
      <ul className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2">
        {perks.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-3 text-sm">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-surface text-brand-text shadow-card"
            >
              <Icon size={17} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {lookUp.rewards.length > 0 && (
        <ul aria-label={joinTexts.rewards} className="mt-4 flex flex-wrap gap-2 pl-12">
          {lookUp.rewards.slice(0, rewardsShown).map(({ name, pointsRequired }) => (
            <li
              key={name}
              className="rounded-full border border-line bg-surface px-3 py-1 text-ink-soft text-xs"
            >
              {joinTexts.rewardAt(name, pointsRequired, formatNumber(pointsRequired))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
