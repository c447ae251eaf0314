/** The state of a redemption from the tap to the coupon, and what staff may do with it. */
import { useEffect, useState } from 'react'
import { spendCoupon, spendCouponOf } from '#pwa/loyalty/coupon.ts'
import type { CustomerDetail } from '#pwa/loyalty/customer.ts'
import { redeemReward } from '#pwa/loyalty/redeem.ts'
import { undoRedemption, useRewards } from '#pwa/loyalty/reward.ts'
import { useMayHandOver } from '#pwa/loyalty/trust.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import type { Discount } from '#schema/contract/discount.ts'
import type { CounterAct, SavedAct } from './acts.ts'
import { awaitReward, forgetReward } from './awaited-rewards.ts'
import { give } from './feedback.ts'
import { useEntry } from './use-entry.ts'
import { usePress } from './use-press.ts'
import { usedAct } from './used-act.ts'

/** Deducted from the member's next sale. */
export interface MemberDiscount extends Discount {
  memberId: string
}

export interface AskedRedemption {
  couponId: string
  operationId: string
  rewardName: string
  /** Handed over on trust: the customer already has the reward. */
  handedOver: boolean
}

export interface RedemptionProps {
  asked: AskedRedemption
  memberId: string
  memberName: string
  detail: CustomerDetail
  onAsked: (asked: AskedRedemption) => void
  /** At the counter: the sale follows, less the discount. */
  onUsed?: (discount: MemberDiscount, act: CounterAct) => void
  /** Called after the coupon was used, kept or undone: the screen is ready for the next action. */
  onDone: (act: CounterAct | null) => void
}

/** The redemption's state on this device, and by the server's answer. */
function useFacts({ asked, memberId, detail }: RedemptionProps) {
  const { couponId, operationId, handedOver } = asked
  const pending = detail.redemptions.find((each) => each.couponId === couponId)
  const coupon = detail.coupons.find((each) => each.id === couponId)
  const reward = useRewards().rewards.find(({ id }) => id === pending?.rewardId)
  const isOffline = useConnection() === 'offline'
  const isTrusted = useMayHandOver({ memberId, rewardId: pending?.rewardId ?? '' })
  const { refused } = useEntry(operationId)
  // Only the server's verdict contains the code; the device stores just its digest.
  const told = pending?.couponCode ?? null
  const [code, setCode] = useState(told)
  if (told !== null && told !== code) setCode(told)
  const isConfirmed = code !== null || coupon !== undefined
  const isAwaited = !isConfirmed && !refused && !handedOver
  useEffect(() => {
    if (isAwaited) awaitReward(couponId)
    else forgetReward(couponId)
  }, [couponId, isAwaited])
  const mayHandOver = !isConfirmed && pending !== undefined && isOffline && isTrusted
  const terms = coupon ?? reward
  return { pending, coupon, terms, refused, code, isConfirmed, isOffline, mayHandOver }
}

export function useRedemption(props: RedemptionProps) {
  const { asked, memberId, onAsked, onUsed, onDone } = props
  const { couponId, operationId } = asked
  const memberName = keep(props.memberName)
  const rewardName = keep(asked.rewardName)
  const { pending, coupon, terms, ...facts } = useFacts(props)
  const act = (saved: SavedAct): CounterAct => ({
    ...saved,
    about: { memberId, name: memberName, what: rewardName },
    undo: null,
  })
  const press = usePress()
  const markUsed = () =>
    press(texts.notUsed, async () => {
      const spent = await (coupon ? spendCouponOf(coupon) : spendCoupon(facts.code ?? ''))
      give('done')
      const used = usedAct(spent, { couponId, memberId, name: memberName, what: rewardName })
      if (onUsed && terms) onUsed({ ...terms, memberId }, used)
      else onDone(used)
    })

  const undone = () => texts.undoneRedemption(rewardName, memberName)
  const undo = () =>
    press(texts.notUndone, async () => {
      const { operationId } = await undoRedemption({ couponId, memberId })
      give('done')
      onDone({ operationId, sentence: undone, undo: null })
    })

  /**
   * Requests it again as an offline redemption, on trust, for when the connection failed after the
   * first request.
   */
  const handOver = () =>
    press(texts.notRedeemed, async () => {
      await undoRedemption({ couponId, memberId })
      const { rewardId = '' } = pending ?? {}
      const again = await redeemReward({ memberId, rewardId }, { isOffline: facts.isOffline })
      give('seen')
      onAsked({
        couponId: again.couponId,
        operationId: again.operation.operationId,
        rewardName: asked.rewardName,
        handedOver: again.handedOver,
      })
    })

  const keepForLater = () =>
    onDone({
      ...act({ operationId, sentence: () => texts.redeemedFor(rewardName, memberName) }),
      undo: { of: { kind: 'redemption', id: couponId }, memberId, sentence: undone },
      ...(!facts.isConfirmed && { meanwhile: () => texts.dontHandOver(rewardName, memberName) }),
    })
  const finish = () =>
    onDone(act({ operationId, sentence: () => texts.handedOver(rewardName, memberName) }))
  return {
    ...facts,
    ...{ memberName, rewardName, markUsed, undo, handOver, keepForLater, finish },
  }
}
