/**
 * A redemption from the tap to the coupon: while it is unconfirmed, what to tell the customer; then
 * the coupon with its QR code, to use now, keep or undo.
 */
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { spendCoupon, spendCouponOf } from '#pwa/loyalty/coupon.ts'
import type { CustomerDetail } from '#pwa/loyalty/customer.ts'
import { redeemReward } from '#pwa/loyalty/redeem.ts'
import { undoRedemption, useRewards } from '#pwa/loyalty/reward.ts'
import { useMayHandOver } from '#pwa/loyalty/trust.ts'
import { useConnection } from '#pwa/routes/frame/connection.ts'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import type { Discount } from '#schema/contract/discount.ts'
import type { CounterAct, SavedAct } from './acts.ts'
import { awaitReward, forgetReward } from './awaited-rewards.ts'
import { give } from './feedback.ts'
import { useEntry } from './use-entry.ts'
import { usePress } from './use-press.ts'
import { usedAct } from './used-act.ts'

/** Taken off the member's next sale. */
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

interface RedemptionProps {
  asked: AskedRedemption
  memberId: string
  memberName: string
  detail: CustomerDetail
  onAsked: (asked: AskedRedemption) => void
  /** At the counter: a share of a bill was taken off, so the sale follows. */
  onUsed?: (discount: MemberDiscount, act: CounterAct) => void
  /** Called after the coupon was used, kept or undone: the screen is ready for the next action. */
  onDone: (act: CounterAct | null) => void
}

export function Redemption(props: RedemptionProps) {
  const { asked, memberId, detail, onAsked, onUsed, onDone } = props
  const { couponId, operationId } = asked
  const memberName = keep(props.memberName)
  const rewardName = keep(asked.rewardName)
  const pending = detail.redemptions.find((each) => each.couponId === couponId)
  const isOffline = useConnection() === 'offline'
  const isTrusted = useMayHandOver({ memberId, rewardId: pending?.rewardId ?? '' })
  const coupon = detail.coupons.find((each) => each.id === couponId)
  const reward = useRewards().rewards.find(({ id }) => id === pending?.rewardId)
  const terms = coupon ?? reward
  const { refused } = useEntry(operationId)
  // Only the server's verdict contains the code; the device stores just its digest.
  const told = pending?.couponCode ?? null
  const [code, setCode] = useState(told)
  if (told !== null && told !== code) setCode(told)

  const act = (saved: SavedAct): CounterAct => ({
    ...saved,
    about: { memberId, name: memberName, what: rewardName },
    undo: null,
  })
  const isConfirmed = code !== null || coupon !== undefined
  const isAwaited = !isConfirmed && !refused && !asked.handedOver
  useEffect(() => {
    if (isAwaited) awaitReward(couponId)
    else forgetReward(couponId)
  }, [couponId, isAwaited])
  const press = usePress()
  const markUsed = () =>
    press(texts.notUsed, async () => {
      const spent = await (coupon ? spendCouponOf(coupon) : spendCoupon(code ?? ''))
      give('done')
      const used = usedAct(spent, { couponId, memberId, name: memberName, what: rewardName })
      const { discountType, discountValue } = terms ?? {}
      if (onUsed && discountType === 'percentage' && discountValue)
        onUsed({ memberId, discountType, discountValue }, used)
      else onDone(used)
    })

  const undone = texts.undoneRedemption(rewardName, memberName)
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
  const handOver = (rewardId: string) =>
    press(texts.notRedeemed, async () => {
      await undoRedemption({ couponId, memberId })
      const again = await redeemReward({ memberId, rewardId }, { isOffline })
      give('seen')
      onAsked({
        couponId: again.couponId,
        operationId: again.operation.operationId,
        rewardName: asked.rewardName,
        handedOver: again.handedOver,
      })
    })

  if (refused) {
    return (
      <div role="alert" className="flex flex-col gap-3 rounded-lg bg-danger-soft p-4 text-danger">
        <p className="flex items-center gap-2 font-semibold">
          <TriangleAlert size={20} aria-hidden="true" className="shrink-0" />
          <span>
            <KeptWords>{texts.redemptionRefused(rewardName)}</KeptWords>
          </span>
        </p>
        <p>{refused.message}</p>
        <Button look="secondary" size="lg" onClick={() => onDone(null)}>
          {texts.done}
        </Button>
      </div>
    )
  }
  if (asked.handedOver) {
    return (
      <div
        role="status"
        className="flex flex-col gap-3 rounded-lg bg-success-soft p-4 text-success"
      >
        <p className="flex items-center gap-2 font-semibold text-lg">
          <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
          <span>
            <KeptWords>{rewardName}</KeptWords>
          </span>
        </p>
        <p>{texts.handItOver}</p>
        <Button
          size="lg"
          onClick={() =>
            onDone(act({ operationId, sentence: texts.handedOver(rewardName, memberName) }))
          }
        >
          {texts.done}
        </Button>
      </div>
    )
  }
  const mayHandOver = !isConfirmed && pending && isOffline && isTrusted
  const waiting = mayHandOver ? texts.mayHandOver : texts.dontHandOverHint
  const isGood = isConfirmed || mayHandOver
  const Icon = isGood ? CircleCheck : Hourglass
  const keepForLater = () => {
    onDone({
      ...act({ operationId, sentence: texts.redeemedFor(rewardName, memberName) }),
      undo: { of: { kind: 'redemption', id: couponId }, memberId, sentence: undone },
      ...(!isConfirmed && { meanwhile: texts.dontHandOver(rewardName, memberName) }),
    })
  }
  // The confirmation may arrive at any time, so the buttons must not move.
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border border-line p-4 text-center',
        'short:col-span-2 short:grid short:grid-cols-[auto_minmax(0,24rem)] short:justify-center short:gap-x-8 short:gap-y-2 short:p-3',
        isGood
          ? 'bg-success-soft [--foot:var(--success-soft)]'
          : 'bg-warning-soft [--foot:var(--warning-soft)]',
      )}
    >
      <div role="status" className="flex w-full flex-col items-center gap-3 short:contents">
        <p
          className={classNames(
            'flex items-center justify-center gap-2 font-semibold text-lg short:col-start-2',
            isGood ? 'text-success' : 'text-warning',
          )}
        >
          <Icon size={20} aria-hidden="true" className="shrink-0" />
          <span>
            <KeptWords>{isConfirmed ? texts.redeemed(rewardName) : rewardName}</KeptWords>
          </span>
        </p>
        <div className="flex h-46 low:h-38 min-w-48 flex-col items-center justify-center gap-3 short:col-start-1 short:row-span-4 short:row-start-1">
          {code ? (
            <>
              <QrImage text={code} label={texts.couponQr(code)} className="size-36 low:size-28" />
              <p translate="no" className="font-semibold text-xl tabular-nums tracking-wide">
                {code}
              </p>
            </>
          ) : isOffline && !isGood ? (
            <p className="max-w-xs text-lg text-warning">
              <KeptWords>{texts.tellThem(memberName)}</KeptWords>
            </p>
          ) : (
            <Icon
              size={72}
              aria-hidden="true"
              className={isGood ? 'text-success' : 'text-warning'}
            />
          )}
        </div>
        <p
          className={classNames(
            'min-h-12 short:col-start-2',
            isConfirmed && 'text-ink-soft',
            !isConfirmed && 'font-semibold',
            !isConfirmed && (mayHandOver ? 'text-success' : 'text-warning'),
          )}
        >
          {isConfirmed ? texts.couponReady : waiting}
        </p>
      </div>
      <div className="at-foot flex w-full flex-col gap-2 pt-1 short:contents">
        <div className="min-h-14 w-full short:col-start-2">
          {isConfirmed && (
            <Button size="lg" className="min-h-14 w-full" onClick={() => void markUsed()}>
              {texts.markUsed}
            </Button>
          )}
          {mayHandOver && (
            <Button
              size="lg"
              className="min-h-14 w-full"
              onClick={() => void handOver(pending.rewardId)}
            >
              {texts.handOverNow}
            </Button>
          )}
        </div>
        <div className="grid w-full grid-cols-2 gap-2 short:col-start-2">
          <Button look="secondary" size="lg" onClick={() => void undo()}>
            {texts.undo}
          </Button>
          <Button look="ghost" size="lg" onClick={keepForLater}>
            {isConfirmed ? texts.keepForLater : texts.done}
          </Button>
        </div>
      </div>
    </div>
  )
}
