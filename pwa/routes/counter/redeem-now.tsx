/**
 * On the member's first screen: the pending redemption, or the best affordable reward with one tap,
 * or the points missing for the next one. Below the pad: one tap spends points, so it isn't where
 * the thumb goes for an amount, and a changing balance moves no key.
 */
import { Gift, Hourglass } from 'lucide-react'
import type { PendingRedemption } from '#pwa/loyalty/overlay/overlay.ts'
import { canBeRedeemed, useRewards } from '#pwa/loyalty/reward.ts'
import { useRedeem } from '#pwa/routes/member/use-redeem.ts'
import type { AskedRedemption } from '#pwa/routes/member/use-redemption.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'

interface RedeemNowProps {
  memberId: string
  points: number
  underWay: readonly PendingRedemption[]
  onAsked: (asked: AskedRedemption) => void
}

const place =
  '@container mt-3 low:mt-1 [@media(max-height:40rem)]:mt-0 short:mt-2! flex min-h-11 items-center justify-center'

export function RedeemNow({ memberId, points, underWay, onAsked }: RedeemNowProps) {
  const { rewards, timeZone } = useRewards()
  const offered = rewards.filter((reward) => canBeRedeemed(reward, timeZone))
  const redeem = useRedeem(memberId, onAsked)
  const latest = underWay.at(-1)
  if (latest) {
    return (
      <div className={place}>
        <Button look="secondary" size="lg" className={buttonClass} onClick={() => onAsked(latest)}>
          <Hourglass size={18} aria-hidden="true" className="shrink-0" />
          <span className={wordsClass}>
            <KeptWords>{texts.redemptionUnderWay(keep(latest.rewardName))}</KeptWords>
          </span>
        </Button>
      </div>
    )
  }
  const best = offered.findLast((reward) => reward.pointsRequired <= points)
  if (best) {
    return (
      <div className={place}>
        <Button
          look="secondary"
          size="lg"
          className={buttonClass}
          onClick={() => void redeem(best)}
        >
          <Gift size={18} aria-hidden="true" className="shrink-0" />
          <span className={wordsClass}>
            <KeptWords>{texts.redeemNow(keep(best.name), best.pointsRequired)}</KeptWords>
          </span>
        </Button>
      </div>
    )
  }
  const [next] = offered
  if (!next) return null
  return (
    <p className={`${place} text-center text-ink-soft text-sm`}>
      <span className={wordsClass}>
        <KeptWords>{texts.nextReward(keep(next.name), next.pointsRequired - points)}</KeptWords>
      </span>
    </p>
  )
}

const buttonClass = 'h-auto min-h-11 w-full low:text-sm! whitespace-normal! py-1'
/**
 * Two lines for any name; unclipped if the text is so large that two lines hold only a few words.
 */
const wordsClass =
  'line-clamp-2 min-w-0 leading-snug [overflow-wrap:anywhere] @max-2xs:line-clamp-none'
