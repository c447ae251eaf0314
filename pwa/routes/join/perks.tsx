/** The benefits of membership, and rewards that points can buy here. */
import { BadgePercent, Gift, Sparkles, TrendingUp } from 'lucide-react'
import { formatNumber } from '#pwa/texts/format.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'

const rewardsShown = 3

/** The best reward that the welcome points buy, beside the welcome. */
export function FirstReward({ lookUp: { rewards, welcome } }: { lookUp: SignUpLookup }) {
  const [first] = rewards
    .filter(({ pointsRequired }) => pointsRequired <= welcome.points)
    .sort((one, other) => other.pointsRequired - one.pointsRequired)
  if (!first || welcome.points === 0) return null
  return (
    <p className="mt-2 flex max-w-md items-start gap-2">
      <Gift size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">
        <span>{joinTexts.buysNow}</span>{' '}
        <bdi translate="no" className="wrap-anywhere font-semibold">
          {first.name}
        </bdi>
      </span>
    </p>
  )
}

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
