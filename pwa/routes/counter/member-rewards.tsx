/**
 * The rewards that this balance can buy, most expensive first, then the others with the points
 * still missing.
 */

import type { PendingRedemption } from '#pwa/loyalty/overlay/overlay.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import { useRedeem } from '#pwa/routes/member/use-redeem.ts'
import type { AskedRedemption } from '#pwa/routes/member/use-redemption.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatDiscount } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { Progress } from '#pwa/ui/progress.tsx'
import type { Reward } from '#schema/contract/reward.ts'

interface MemberRewardsProps {
  memberId: string
  points: number
  underWay: readonly PendingRedemption[]
  onAsked: (asked: AskedRedemption) => void
}

export function MemberRewards({ memberId, points, underWay, onAsked }: MemberRewardsProps) {
  const { rewards, timeZone } = useRewards()
  const offered = rewards.filter((reward) => canBeRedeemed(reward, timeZone))
  const affordable = offered.filter(({ pointsRequired }) => pointsRequired <= points).reverse()
  const later = offered.filter(({ pointsRequired }) => pointsRequired > points)

  const redeem = useRedeem(memberId, onAsked)

  if (offered.length === 0 && underWay.length === 0)
    return <EmptyState sentence={texts.noRewards} />
  return (
    <div className="flex flex-col gap-5">
      {affordable.length > 0 && (
        <section aria-label={texts.canRedeemNow} className="flex flex-col gap-2">
          <h3 className="font-semibold text-ink-soft text-sm">{texts.canRedeemNow}</h3>
          <ul className="flex flex-col gap-2">
            {affordable.map((reward) => (
              <li
                key={reward.id}
                className="flex min-h-16 flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-lg border border-line px-4 py-2.5"
              >
                <div className="min-w-0 flex-1 basis-32">
                  <RewardWords reward={reward} />
                </div>
                <Button size="lg" onClick={() => void redeem(reward)}>
                  {texts.redeem}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {later.length > 0 && (
        <section aria-label={texts.notYet} className="flex flex-col gap-2">
          <h3 className="font-semibold text-ink-soft text-sm">{texts.notYet}</h3>
          <ul className="flex flex-col gap-2">
            {later.map((reward) => (
              <li key={reward.id} className="flex flex-col gap-2 rounded-lg bg-sunken px-4 py-2.5">
                <RewardWords reward={reward} />
                <div className="flex items-center gap-3">
                  <Progress
                    label={reward.name}
                    value={Math.max(0, points)}
                    max={reward.pointsRequired}
                  />
                  <span className="shrink-0 text-ink-soft text-sm tabular-nums">
                    {texts.pointsToGo(reward.pointsRequired - points)}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {underWay.map((asked) => (
        <Button key={asked.couponId} look="secondary" size="lg" onClick={() => onAsked(asked)}>
          <KeptWords>{texts.redemptionUnderWay(keep(asked.rewardName))}</KeptWords>
        </Button>
      ))}
    </div>
  )
}

function RewardWords({ reward }: { reward: Reward }) {
  return (
    <div className="min-w-0">
      <bdi translate="no" className="block font-medium [overflow-wrap:anywhere]">
        {reward.name}
      </bdi>
      <p className="text-ink-soft text-sm">
        <KeptWords>{texts.costs(reward.pointsRequired, formatDiscount(reward, keep))}</KeptWords>
      </p>
    </div>
  )
}
