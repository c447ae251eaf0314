/**
 * Shows whether a coupon is valid, used, expired, canceled or unknown here, and uses it. The
 * counter accepts a coupon that this device doesn't know only after the server has confirmed it.
 */

import { CircleCheck, CircleX, Hourglass, ScanLine } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { serverNow } from '#pwa/api/server-clock.ts'
import { useTimeZone } from '#pwa/loyalty/business.ts'
import {
  type FoundCoupon,
  spendCoupon,
  spendCouponOf,
  useCoupon,
  useHeldCoupon,
} from '#pwa/loyalty/coupon.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { give } from '#pwa/routes/member/feedback.ts'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import { usePress } from '#pwa/routes/member/use-press.ts'
import { usedAct } from '#pwa/routes/member/used-act.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatCalendarDay, formatDay, formatDiscount, formatTime } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { Button } from '#pwa/ui/button.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import type { HeldCoupon, CouponCheck as ServersWord } from '#schema/contract/coupon.ts'
import { couponState, lastDayOf } from '#schema/contract/coupon-term.ts'
import { nextStepAfter } from './refusals.tsx'

/** Names a coupon by its code if typed or scanned, by its digest if tapped in a member's list. */
export type AskedCoupon = { code: string } | { digest: string }

interface CouponCheckProps {
  businessId: string
  asked: AskedCoupon
  /** A use that waits for the server. The coupon may reach this device with the answer, as used. */
  queued: string | null
  onQueued: (operationId: string) => void
  /** Returns to the scanner after a coupon that can't be used. */
  onScan: () => void
  onOpenMember: (memberId: string) => void
  /** The coupon was used: next comes the member's purchase. */
  onUsed: (coupon: HeldCoupon, act: CounterAct) => void
}

export function CouponCheck({ asked, ...typed }: CouponCheckProps) {
  return 'code' in asked ? (
    <TypedCoupon code={asked.code} {...typed} />
  ) : (
    <TappedCoupon digest={asked.digest} {...typed} />
  )
}

function TappedCoupon({ digest, ...next }: NextSteps & { digest: string }) {
  const found = useHeldCoupon(digest)
  return found.coupon && <HeldHere found={found} coupon={found.coupon} {...next} />
}

function TypedCoupon({ queued, ...props }: Omit<CouponCheckProps, 'asked'> & { code: string }) {
  const found = useCoupon(props.code)
  if (queued !== null) return <QueuedUse code={props.code} operationId={queued} />
  if (found.coupon) return <HeldHere found={found} coupon={found.coupon} {...props} />
  if (found.loading) return <p role="status">{texts.gettingReady}</p>
  return <UnknownHere {...props} />
}

type NextSteps = Pick<CouponCheckProps, 'onUsed' | 'onScan' | 'onOpenMember'>

interface HeldHereProps extends NextSteps {
  found: Pick<FoundCoupon, 'customer'>
  coupon: HeldCoupon
}

function HeldHere({ found: { customer }, coupon, onUsed, onScan, onOpenMember }: HeldHereProps) {
  const timeZone = useTimeZone()
  const trouble = whyNot(coupon, timeZone)
  const name = customer && `${customer.firstName} ${customer.lastName}`

  const press = usePress()
  const use = () =>
    press(texts.notUsed, async () => {
      const spent = await spendCouponOf(coupon)
      give('done')
      const what = () => ledgerLine(coupon.description, coupon.source)
      onUsed(coupon, usedAct(spent, { couponId: coupon.id, memberId: coupon.memberId, name, what }))
    })

  return (
    <div className="flex flex-col gap-4">
      <Verdict isGood={trouble === null}>{trouble ?? texts.couponValid}</Verdict>
      <div>
        <p
          translate={coupon.source === 'reward' ? 'no' : undefined}
          className="wrap-anywhere font-semibold text-xl"
        >
          {ledgerLine(coupon.description, coupon.source)}
        </p>
        <p className="text-ink-soft">
          <KeptWords>{`${formatDiscount(coupon, keep)} · ${texts.until(formatCalendarDay(lastDayOf(coupon, timeZone)))}`}</KeptWords>
        </p>
        {name && (
          <p className="wrap-anywhere text-ink-soft">
            <KeptWords>{texts.couponOf(keep(name))}</KeptWords>
          </p>
        )}
        <Code>{`…${coupon.codeEnding}`}</Code>
      </div>
      {trouble === null ? (
        <div className="at-foot">
          <Button size="lg" wraps className="min-h-14 w-full" onClick={() => void use()}>
            {texts.useCoupon}
          </Button>
        </div>
      ) : (
        <Otherwise onScan={onScan} onOpen={() => onOpenMember(coupon.memberId)} />
      )}
    </div>
  )
}

/** The next acts after a coupon that can't be used: open its member, or scan another code. */
function Otherwise({ onScan, onOpen }: { onScan: () => void; onOpen?: () => void }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
      {onOpen && (
        <Button size="lg" wraps className="min-h-14" onClick={onOpen}>
          {texts.openMember}
        </Button>
      )}
      <Button look="secondary" size="lg" wraps className="min-h-14" onClick={onScan}>
        <ScanLine size={20} aria-hidden="true" />
        {texts.scanAgain}
      </Button>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return (
    <p translate="no" className="pt-1 tabular-nums tracking-wide">
      {children}
    </p>
  )
}

function whyNot(coupon: HeldCoupon, timeZone: string): string | null {
  const state = couponState(coupon, serverNow(), timeZone)
  if (state === 'used' && coupon.usedAt) {
    return texts.couponUsedOn(formatDay(coupon.usedAt), formatTime(coupon.usedAt))
  }
  if (state === 'expired') {
    return texts.couponExpiredOn(formatCalendarDay(lastDayOf(coupon, timeZone)))
  }
  return state === 'void' ? texts.couponVoid : null
}

function Verdict({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <p
      role={isGood ? 'status' : 'alert'}
      className={
        isGood
          ? 'flex items-center gap-3 rounded-lg bg-success-soft p-4 font-semibold text-lg text-success'
          : 'flex items-center gap-3 rounded-lg bg-danger-soft p-4 font-semibold text-danger text-lg'
      }
    >
      <Icon size={24} aria-hidden="true" className="shrink-0" />
      <span>{children}</span>
    </p>
  )
}

/** @returns the server's answer about the code, 'asking' until it arrives, or 'unanswered' */
function useServerCheck(businessId: string, code: string): ServersWord | 'asking' | 'unanswered' {
  const [word, setWord] = useState<ServersWord | 'asking' | 'unanswered'>('asking')
  useEffect(() => {
    const stop = new AbortController()
    const settle = (end: typeof word) => stop.signal.aborted || setWord(end)
    call('business.verifyCoupon', {
      params: { businessId },
      body: { code },
      signal: stop.signal,
    }).then(settle, () => settle('unanswered'))
    return () => stop.abort()
  }, [businessId, code])
  return word
}

/**
 * Asks the server at once. If it doesn't answer, the cashier can queue the use, and the coupon
 * isn't accepted until the server confirms.
 */
function UnknownHere({
  code,
  businessId,
  onQueued,
  ...next
}: Omit<CouponCheckProps, 'asked' | 'queued'> & { code: string }) {
  const word = useServerCheck(businessId, code)
  const press = usePress()
  const queueUse = () =>
    press(texts.notUsed, async () => onQueued((await spendCoupon(code)).operation.operationId))

  if (typeof word === 'object') {
    if (word.coupon) return <HeldHere found={{ customer: null }} coupon={word.coupon} {...next} />
    const isOthers = word.state === 'other_business'
    return (
      <div className="flex flex-col gap-4">
        <Verdict isGood={false}>{isOthers ? texts.couponOfOther : texts.couponOfNobody}</Verdict>
        <Code>{code}</Code>
        <Otherwise onScan={next.onScan} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {word === 'asking' ? (
        <Waiting>{texts.couponAsking}</Waiting>
      ) : (
        <Verdict isGood={false}>{texts.couponUnknown}</Verdict>
      )}
      <Code>{code}</Code>
      <p className="text-ink-soft">{texts.couponUnknownHint}</p>
      <Button size="lg" className="min-h-14" onClick={() => void queueUse()}>
        {texts.checkOnServer}
      </Button>
    </div>
  )
}

/** A use that waits for the server: accepted only after the server has said so. */
function QueuedUse({ code, operationId }: { code: string; operationId: string }) {
  return (
    <div className="flex flex-col gap-4">
      <UseVerdict operationId={operationId} />
      <Code>{code}</Code>
    </div>
  )
}

function UseVerdict({ operationId }: { operationId: string }) {
  const { entry, refused } = useEntry(operationId)
  if (refused) {
    return (
      <>
        <Verdict isGood={false}>{refused.message}</Verdict>
        <p className="text-ink-soft">{nextStepAfter(refused.code ?? '')}</p>
      </>
    )
  }
  if (!entry) return <Verdict isGood>{texts.couponAccepted}</Verdict>
  return (
    <Waiting>
      {entry.state === 'parked' ? texts.couponHeld(entry.message ?? '') : texts.couponWaits}
    </Waiting>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-lg bg-warning-soft p-4 font-semibold text-lg text-warning"
    >
      <Hourglass size={24} aria-hidden="true" className="shrink-0" />
      <span>{children}</span>
    </p>
  )
}
