/** The jobs at the counter for the open member: purchase, rewards, coupons; or a redemption. */
import { useState } from 'react'
import { Redemption } from '#pwa/routes/member/redemption.tsx'
import type { AskedRedemption } from '#pwa/routes/member/use-redemption.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { carried, useCarried } from '#pwa/ui/carried.ts'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { Job } from './counter-state.ts'
import { MemberCoupons } from './member-coupons.tsx'
import { MemberRewards } from './member-rewards.tsx'
import { PurchasePad } from './purchase-pad.tsx'
import { RedeemNow } from './redeem-now.tsx'
import { TodaysActs } from './todays-acts.tsx'
import type { OpenMemberProps, useOpenMember } from './use-open-member.ts'

type MemberJobsProps = Pick<
  OpenMemberProps,
  'memberId' | 'job' | 'onDone' | 'onCoupon' | 'onUsed' | 'onDropDiscount'
> &
  Omit<ReturnType<typeof useOpenMember>, 'coupon'>

export function MemberJobs(props: MemberJobsProps) {
  const { memberId, job, name, detail, discount, hasProgram, onDone, onCoupon, onUsed } = props
  const [tab, setTab] = useState(() => carried<Job>('job') ?? job)
  const [asked, setAsked] = useState(() => carried<AskedRedemption | null>('redemption') ?? null)
  useCarried('job', tab)
  useCarried('redemption', asked)
  const points = detail.customer?.points ?? 0
  const redeeming = { memberId, points, underWay: detail.redemptions, onAsked: setAsked }
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
                  onDropDiscount={props.onDropDiscount}
                />
                <RedeemNow {...redeeming} />
              </>
            ),
          },
          hasProgram && {
            name: 'rewards' as const,
            label: texts.rewards,
            content: <MemberRewards {...redeeming} />,
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
