/**
 * A redemption from the tap to the coupon: while it is unconfirmed, what to tell the customer; then
 * the coupon with its QR code, to use now, keep or undo.
 */
import { CircleCheck, Hourglass, TriangleAlert } from 'lucide-react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { type RedemptionProps, useRedemption } from './use-redemption.ts'

type Course = ReturnType<typeof useRedemption>

export function Redemption(props: RedemptionProps) {
  const course = useRedemption(props)
  const { refused, rewardName, isConfirmed, mayHandOver } = course
  if (refused) {
    return (
      <Refused
        rewardName={rewardName}
        message={refused.message}
        onDone={() => props.onDone(null)}
      />
    )
  }
  if (props.asked.handedOver) return <HandedOver rewardName={rewardName} onDone={course.finish} />
  const isGood = isConfirmed || mayHandOver
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
      <CouponStatus course={course} isGood={isGood} />
      <CouponActs course={course} />
    </div>
  )
}

function CouponStatus({ course, isGood }: { course: Course; isGood: boolean }) {
  const { memberName, rewardName, code, isConfirmed, isOffline, mayHandOver } = course
  const waiting = mayHandOver ? texts.mayHandOver : texts.dontHandOverHint
  const Icon = isGood ? CircleCheck : Hourglass
  return (
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
          <Icon size={72} aria-hidden="true" className={isGood ? 'text-success' : 'text-warning'} />
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
  )
}

/** At the counter, the buttons are where the thumb is; elsewhere they would cover the code. */
function CouponActs({ course }: { course: Course }) {
  const { isConfirmed, mayHandOver, markUsed, undo, handOver, keepForLater } = course
  return (
    <div className="in-data-serving:at-foot flex w-full flex-col gap-2 pt-1 short:contents">
      <div className="min-h-14 w-full short:col-start-2">
        {isConfirmed && (
          <Button size="lg" className="min-h-14 w-full" onClick={() => void markUsed()}>
            {texts.markUsed}
          </Button>
        )}
        {mayHandOver && (
          <Button size="lg" className="min-h-14 w-full" onClick={() => void handOver()}>
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
  )
}

interface RefusedProps {
  rewardName: string
  message: string | null
  onDone: () => void
}

function Refused({ rewardName, message, onDone }: RefusedProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg bg-danger-soft p-4 text-danger">
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={20} aria-hidden="true" className="shrink-0" />
        <span>
          <KeptWords>{texts.redemptionRefused(rewardName)}</KeptWords>
        </span>
      </p>
      <p>{message}</p>
      <Button look="secondary" size="lg" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}

function HandedOver({ rewardName, onDone }: { rewardName: string; onDone: () => void }) {
  return (
    <div role="status" className="flex flex-col gap-3 rounded-lg bg-success-soft p-4 text-success">
      <p className="flex items-center gap-2 font-semibold text-lg">
        <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
        <span>
          <KeptWords>{rewardName}</KeptWords>
        </span>
      </p>
      <p>{texts.handItOver}</p>
      <Button size="lg" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}
