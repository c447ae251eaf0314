/**
 * Redemptions that were left unconfirmed and are confirmed by now, each by name: to hand over, or to
 * keep for later.
 */
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import {
  type ConfirmedReward,
  readRedeemedCoupons,
  useConfirmedRewards,
} from '#pwa/loyalty/confirmed-rewards.ts'
import { spendCouponOf } from '#pwa/loyalty/coupon.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import {
  awaitRewards,
  forgetReward,
  rewardDayMs,
  useAwaitedRewards,
} from '#pwa/routes/member/awaited-rewards.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import type { MemberDiscount } from '#pwa/routes/member/use-redemption.ts'
import { usedAct } from '#pwa/routes/member/used-act.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { useMedia } from '#pwa/ui/use-media.ts'

/** The others follow as these are settled; more would cover the members on a phone. */
const shownMost = { phone: 1, tablet: 2 }

interface Confirmations {
  shown: readonly ConfirmedReward[]
  /** The number of confirmed rewards not shown yet. */
  more: number
}

interface ConfirmedRewardsProps {
  of: Confirmations
  /** The sale follows, less the discount. */
  onUsed: (discount: MemberDiscount, act: CounterAct) => void
}

export function useConfirmed(): Confirmations {
  useRedeemedBefore()
  const awaited = useAwaitedRewards((state) => state.awaited)
  const confirmed = useConfirmedRewards(
    awaited.flatMap(({ couponId, isSeen }) => (isSeen ? [] : couponId)),
  )
  const isWide = useMedia('(min-width: 48rem)')
  const shown = confirmed.slice(0, isWide ? shownMost.tablet : shownMost.phone)
  return { shown, more: confirmed.length - shown.length }
}

export function ConfirmedRewards({ of: { shown, more }, ...then }: ConfirmedRewardsProps) {
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {shown.map((each) => (
        <Confirmed key={each.coupon.id} {...each} {...then} />
      ))}
      {more > 0 && <p className="px-4 text-success text-sm">{texts.moreConfirmed(more)}</p>}
    </div>
  )
}

const looked = new WeakSet<object>()

/** Redemptions that were on the screen when the app was killed; looked for once after its start. */
function useRedeemedBefore(): void {
  const device = useDevice()
  useEffect(() => {
    if (!device || looked.has(device)) return
    looked.add(device)
    // A database that can't be read shows its own problem.
    readRedeemedCoupons(device, new Date(Date.now() - rewardDayMs)).then(awaitRewards, () => {})
  }, [device])
}

function Confirmed(props: ConfirmedReward & Omit<ConfirmedRewardsProps, 'of'>) {
  const { coupon, memberName, onUsed } = props
  const press = usePress()
  const handOver = () =>
    press(texts.notUsed, async () => {
      const { id: couponId, memberId, description: what } = coupon
      const spent = await spendCouponOf(coupon)
      forgetReward(couponId)
      give('done')
      onUsed(coupon, usedAct(spent, { couponId, memberId, name: memberName, what }))
    })
  return (
    <div className="settle flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-success-soft px-4 py-3 text-success">
      <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-48 font-medium">
        <KeptWords>{texts.confirmedNow(keep(coupon.description), keep(memberName))}</KeptWords>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="lg" onClick={() => void handOver()}>
          {texts.markUsed}
        </Button>
        <Button look="ghost" size="lg" onClick={() => forgetReward(coupon.id)}>
          {texts.keepForLater}
        </Button>
      </div>
    </div>
  )
}
