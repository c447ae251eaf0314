/** What membership brings, in four lines, and the rewards that points buy here. */
import { BadgePercent, Gift, Sparkles, TrendingUp } from 'lucide-react'
import { formatNumber } from '#pwa/ui/format.ts'
import type { SignUpLookup } from '#schema/contract/qr-code.ts'
import { welcomePerks } from './welcome.ts'

const rewardsShown = 3

export function Perks({ lookUp }: { lookUp: SignUpLookup }) {
  return (
    <section aria-label="What you get" className="px-1">
      <ul className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2">
        {welcomePerks(lookUp.welcome).map((perk) => (
          <li key={perk} className="flex items-center gap-3 text-sm">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-surface text-brand-text shadow-card"
            >
              {iconFor(perk)}
            </span>
            {perk}
          </li>
        ))}
      </ul>
      {lookUp.rewards.length > 0 && (
        <ul aria-label="Rewards" className="mt-4 flex flex-wrap gap-2 pl-12">
          {lookUp.rewards.slice(0, rewardsShown).map((reward) => (
            <li
              key={reward.name}
              className="rounded-full border border-line bg-surface px-3 py-1 text-ink-soft text-xs"
            >
              {reward.name} · {formatNumber(reward.pointsRequired)} points
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function iconFor(perk: string) {
  if (perk.includes('welcome')) return <Sparkles size={17} />
  if (perk.includes('%')) return <BadgePercent size={17} />
  if (perk.startsWith('Earn')) return <TrendingUp size={17} />
  return <Gift size={17} />
}
