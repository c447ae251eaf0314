/** The open member: name, balance, and the jobs: purchase, rewards, coupons. */
import { ArrowLeft, CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import type { ShownCoupon } from '#pwa/loyalty/coupon.ts'
import { type CustomerDetail, useCustomer } from '#pwa/loyalty/customer.ts'
import { useIsUndone } from '#pwa/loyalty/todays-acts.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { CardCode } from '#pwa/routes/member/card-code.tsx'
import { EditDetails } from '#pwa/routes/member/edit-details.tsx'
import { Redemption } from '#pwa/routes/member/redemption.tsx'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import type { AskedRedemption, MemberDiscount } from '#pwa/routes/member/use-redemption.ts'
import { useSession } from '#pwa/session/session.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatDiscount } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { Discount } from '#schema/contract/discount.ts'
import { mayDo } from '#schema/contract/permission.ts'
import type { Job, UsedCoupon } from './counter-state.ts'
import { SignedUpNow } from './last-act.tsx'
import { MemberCoupons } from './member-coupons.tsx'
import { MemberRewards } from './member-rewards.tsx'
import { PurchasePad } from './purchase-pad.tsx'
import { RedeemNow } from './redeem-now.tsx'
import { TodaysActs } from './todays-acts.tsx'
import { endTypingAhead } from './typed-ahead.ts'

interface OpenMemberProps {
  memberId: string
  /** The job to start with. */
  job: Job
  /** The sign-up that opened this member. */
  signUpId: string | null
  /** The last coupon used; its discount is for its member's purchase. */
  coupon: UsedCoupon | null
  onDone: (act: CounterAct | null) => void
  onCoupon: (coupon: ShownCoupon) => void
  onUsed: (discount: MemberDiscount, act: CounterAct) => void
}

export function OpenMember(props: OpenMemberProps) {
  const { memberId, job, signUpId, onDone, onCoupon, onUsed } = props
  const detail = useCustomer(memberId)
  const hasProgram = useHasProgram()
  const session = useSession()
  const seesContact = session.state === 'signedIn' && mayDo(session.user, 'customer.seeContact')
  const { customer, loading } = detail
  const used = props.coupon?.memberId === memberId ? props.coupon : null
  const { refused } = useEntry(used?.act.operationId ?? null)
  const isUndone = useIsUndone(used?.act.undo?.of)
  const isSaleUndone = useIsUndone(used?.sale?.undo?.of)
  const isTaken = used !== null && used.sale !== null && !isSaleUndone
  // A refusal was shown where the coupon was used.
  const coupon = (refused ? used?.isLeft : isUndone) || isTaken ? null : used
  const discount = coupon && !refused ? coupon.discount : null
  useEffect(() => {
    // Without an amount field, keys typed ahead are dropped.
    if (!loading) endTypingAhead()
  }, [loading])
  const id = customer?.id ?? memberId
  const name = customer ? `${customer.firstName} ${customer.lastName}` : texts.unknownMember
  return (
    <section
      aria-label={name}
      className="flex flex-col gap-4 [--key-height:clamp(2.75rem,calc((100dvh-23.5rem)/4),4rem)] md:[--key-height:clamp(2.75rem,calc((100dvh-27rem-var(--banner))/4),4rem)] low:gap-2 [@media(max-height:40rem)]:gap-1 short:grid short:grid-cols-[minmax(0,1fr)_auto] short:items-start short:gap-x-6 short:gap-y-1"
    >
      <header className="flex items-start gap-2 md:gap-3">
        <Button
          look="ghost"
          size="icon"
          className="size-12"
          aria-label={texts.back}
          onClick={() => onDone(null)}
        >
          <ArrowLeft size={22} aria-hidden="true" />
        </Button>
        <div className="@container min-w-0 flex-1 border-brand-text border-l-4 pl-3">
          {/* The button is beside the name only, so that the badge below never wraps; with large text
              it is below. */}
          <div className="flex flex-wrap items-start">
            <div className="min-w-[min(7rem,100%)] flex-1">
              <h2
                title={name}
                className="line-clamp-2 font-semibold text-xl leading-snug [overflow-wrap:anywhere] @max-[9rem]:line-clamp-none low:text-lg [@media(max-height:40rem)]:leading-tight [@media(max-height:40rem)]:@min-[9rem]:line-clamp-none"
              >
                <bdi
                  translate="no"
                  className="flex-wrap gap-x-1.5 [@media(max-height:40rem)]:@min-[9rem]:flex"
                >
                  {customer ? (
                    <>
                      <span className="min-w-0 [@media(max-height:40rem)]:@min-[9rem]:truncate">
                        {`${customer.firstName} `}
                      </span>
                      <span className="min-w-0 [@media(max-height:40rem)]:@min-[9rem]:truncate">
                        {customer.lastName}
                      </span>
                    </>
                  ) : (
                    <span>{name}</span>
                  )}
                </bdi>
              </h2>
            </div>
            {customer && (
              <div className="-my-2.5">
                <EditDetails compact customer={customer} />
              </div>
            )}
          </div>
          {customer ? (
            <p className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft [@media(max-height:40rem)]:min-h-5 [@media(max-height:40rem)]:leading-5">
              <strong className="font-semibold text-ink tabular-nums">
                {texts.balance(customer.points)}
              </strong>
              {coupon && <CouponUsedNow coupon={coupon} />}
              {!coupon && customer.sync !== 'saved' && <SyncBadge state={customer.sync} live />}
              {!coupon && customer.sync === 'saved' && signUpId !== null && (
                <SignedUpNow operationId={signUpId} />
              )}
            </p>
          ) : (
            <p className="text-ink-soft text-sm">
              {loading ? texts.gettingReady : texts.unknownMemberHint}
            </p>
          )}
        </div>
      </header>
      {customer?.email === '' && <CardCode customer={customer} />}
      {customer && customer.email !== '' && isUnreached(customer) && (
        <Banner inset tone="warning">
          {seesContact ? texts.mailFails : texts.mailFailsForStaff}
        </Banner>
      )}
      {customer ? (
        <Jobs
          memberId={id}
          job={job}
          name={name}
          detail={detail}
          discount={discount}
          onDone={onDone}
          onCoupon={onCoupon}
          onUsed={onUsed}
        />
      ) : (
        !loading &&
        hasProgram && (
          <PurchasePad memberId={id} member={null} discount={discount} onDone={onDone} />
        )
      )}
    </section>
  )
}

/** Confirms the used coupon, and takes that back if the server refuses it. */
function CouponUsedNow({ coupon: { act, discount } }: { coupon: UsedCoupon }) {
  const { refused } = useEntry(act.operationId)
  const Icon = refused ? TriangleAlert : CircleCheck
  return (
    <span
      role="status"
      className={classNames(
        'flex items-center gap-1 font-medium text-sm',
        refused ? 'text-danger' : 'text-success',
      )}
    >
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <span>
        <KeptWords>
          {refused ? texts.couponRefusedNow : texts.couponUsedNow(keep(formatDiscount(discount)))}
        </KeptWords>
      </span>
    </span>
  )
}

/** While the program is off, existing coupons still work, but customers can't earn or redeem. */
function useHasProgram(): boolean {
  return useBusiness().business?.features.loyalty ?? true
}

interface JobsProps {
  memberId: string
  job: Job
  name: string
  detail: CustomerDetail
  discount: Discount | null
  onDone: (act: CounterAct | null) => void
  onCoupon: (coupon: ShownCoupon) => void
  onUsed: (discount: MemberDiscount, act: CounterAct) => void
}

function Jobs(props: JobsProps) {
  const { memberId, job, name, detail, discount, onDone, onCoupon, onUsed } = props
  const [tab, setTab] = useState(job)
  const [asked, setAsked] = useState<AskedRedemption | null>(null)
  const hasProgram = useHasProgram()
  const points = detail.customer?.points ?? 0
  if (asked) {
    return (
      <Redemption
        key={asked.couponId}
        asked={asked}
        memberId={memberId}
        memberName={name}
        detail={detail}
        onAsked={setAsked}
        onUsed={onUsed}
        onDone={onDone}
      />
    )
  }
  return (
    <>
      <Tabs
        cellsWhenShort
        label={texts.jobs}
        value={hasProgram ? tab : 'coupons'}
        onValue={setTab}
        tabs={[
          hasProgram && {
            name: 'purchase' as const,
            label: texts.purchase,
            content: (
              <>
                <PurchasePad
                  memberId={memberId}
                  member={{ name, points, pointsCarry: detail.customer?.pointsCarry }}
                  discount={discount}
                  onDone={onDone}
                />
                <RedeemNow
                  memberId={memberId}
                  points={points}
                  underWay={detail.redemptions}
                  onAsked={setAsked}
                />
              </>
            ),
          },
          hasProgram && {
            name: 'rewards' as const,
            label: texts.rewards,
            content: (
              <MemberRewards
                memberId={memberId}
                points={points}
                underWay={detail.redemptions}
                onAsked={setAsked}
              />
            ),
          },
          {
            name: 'coupons' as const,
            label: texts.coupons,
            content: detail.loading ? (
              <p role="status">{texts.gettingReady}</p>
            ) : (
              <MemberCoupons coupons={detail.coupons} onOpen={onCoupon} />
            ),
          },
        ].filter((each) => each !== false)}
      />
      <TodaysActs memberId={memberId} name={name} />
    </>
  )
}
