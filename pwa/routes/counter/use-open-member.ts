/** The state of the open member: the customer, and the used coupon whose discount is due. */
import { useEffect } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import type { ShownCoupon } from '#pwa/loyalty/coupon.ts'
import { useCustomer } from '#pwa/loyalty/customer.ts'
import { useIsSaleLeft, useIsUndone } from '#pwa/loyalty/todays-acts.ts'
import type { CounterAct } from '#pwa/routes/member/acts.ts'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import type { MemberDiscount } from '#pwa/routes/member/use-redemption.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import type { Job, UsedCoupon } from './counter-state.ts'
import { endTypingAhead } from './typed-ahead.ts'

export interface OpenMemberProps {
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
  onDropDiscount: () => void
}

export function useOpenMember({ memberId, ...props }: OpenMemberProps) {
  const detail = useCustomer(memberId)
  const { customer, loading } = detail
  const isOwn = props.coupon?.memberId === memberId && !props.coupon.isDropped
  const used = isOwn ? props.coupon : null
  const { refused } = useEntry(used?.operationId ?? null)
  const isUndone = useIsUndone(used?.use)
  const isTaken = useIsSaleLeft(used?.purchaseIds ?? [])
  // The coupon screen has already shown the refusal.
  const coupon = (refused ? used?.isLeft : isUndone) || isTaken ? null : used
  const discount = coupon && !refused ? coupon.discount : null
  useEffect(() => {
    // Without an amount field, keys typed ahead are dropped.
    if (!loading) endTypingAhead()
  }, [loading])
  const name = customer ? `${customer.firstName} ${customer.lastName}` : texts.unknownMember
  // While the program is off, existing coupons still work, but customers can't earn or redeem.
  const hasProgram = useBusiness().business?.features.loyalty ?? true
  return { detail, name, coupon, discount, hasProgram }
}
