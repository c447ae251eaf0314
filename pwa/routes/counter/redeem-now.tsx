/** The best reward that this balance buys, one tap away on the member's first screen. */
import { Gift } from 'lucide-react'
import { isOffered, useRewards } from '#pwa/loyalty/reward.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { AskedRedemption } from './redemption.tsx'
import { useRedeem } from './use-redeem.ts'

interface RedeemNowProps {
  memberId: string
  points: number
  onAsked: (asked: AskedRedemption) => void
}

export function RedeemNow({ memberId, points, onAsked }: RedeemNowProps) {
  const { rewards } = useRewards()
  const redeem = useRedeem(memberId, onAsked)
  const best = rewards.findLast((reward) => isOffered(reward) && reward.pointsRequired <= points)
  if (!best) return null
  return (
    <Button
      look="secondary"
      size="lg"
      className="mb-3 h-auto min-h-12 w-full whitespace-normal py-2"
      onClick={() => void redeem(best)}
    >
      <Gift size={18} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {texts.redeemNow(best.name, best.pointsRequired)}
      </span>
    </Button>
  )
}
