/** The benefits of membership, and rewards that points can buy here. */
import { CircleCheck } from 'lucide-react'
import { formatNumber } from '#pwa/texts/format.ts'
import { joinTexts } from '#pwa/texts/join.ts'
import type { SignUpLookup } from '#schema/contract/sign-up.ts'

const rewardsShown = 3

/** The best reward that the welcome points buy, beside the welcome. */
export function FirstReward({ lookUp: { rewards, welcome } }: { lookUp: SignUpLookup }) {
  const [first] = rewards
    .filter(({ pointsRequired }) => pointsRequired <= welcome.points)
    .sort((one, other) => other.pointsRequired - one.pointsRequired)
  return (
    first && (
      <p className="mt-2 max-w-md">
        <span>{joinTexts.buysNow}</span> <b translate="no">{first.name}</b>
      </p>
    )
  )
}

export function Perks({ lookUp }: { lookUp: SignUpLookup }) {
  const { points, discountPercent } = lookUp.welcome
  // Don't promise an empty welcome.
  const perks = [
    points > 0 && joinTexts.perkPoints(points),
    discountPercent > 0 && joinTexts.perkDiscount(discountPercent),
    joinTexts.perkEarn,
    joinTexts.perkRewards,
  ].filter((perk) => perk !== false)
  return (
    <section aria-label={joinTexts.whatYouGet} className="px-1">
      <ul className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2">
        {perks.map((text) => (
          <li key={text} className="flex items-center gap-3 text-sm">
            <CircleCheck size={20} aria-hidden="true" className="shrink-0 text-brand-text" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {lookUp.rewards.length > 0 && (
        <ul aria-label={joinTexts.rewards} className="mt-4 flex flex-wrap gap-2 pl-8">
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
