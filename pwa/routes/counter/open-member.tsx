/** The open member: name, balance, and the jobs: purchase, rewards, coupons. */
import { ArrowLeft, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import { CardCode } from '#pwa/routes/member/card-code.tsx'
import { EditDetails } from '#pwa/routes/member/edit-details.tsx'
import { useEntry } from '#pwa/routes/member/use-entry.ts'
import { useSession } from '#pwa/session/session.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { formatDiscount, formatDiscountAmount, isFreeItem } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import { SyncBadge } from '#pwa/ui/sync-badge.tsx'
import type { Discount } from '#schema/contract/discount.ts'
import { mayDo } from '#schema/contract/permission.ts'
import type { UsedCoupon } from './counter-state.ts'
import { MemberJobs } from './member-jobs.tsx'
import { PurchasePad } from './purchase-pad.tsx'
import { SignedUpNow } from './undo-bar.tsx'
import { type OpenMemberProps, useOpenMember } from './use-open-member.ts'

export function OpenMember(props: OpenMemberProps) {
  const { memberId, signUpId, onDone, onDropDiscount } = props
  const { coupon, ...open } = useOpenMember(props)
  const { name, discount, hasProgram } = open
  const { customer, loading } = open.detail
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
          <MemberName name={name} customer={customer} />
          {customer ? (
            <MemberStatus customer={customer} coupon={coupon} signUpId={signUpId} />
          ) : (
            <p className="text-ink-soft text-sm">
              {loading ? texts.gettingReady : texts.unknownMemberHint}
            </p>
          )}
        </div>
      </header>
      {customer ? (
        <>
          <MailTrouble customer={customer} />
          <MemberJobs {...props} {...open} memberId={customer.id} />
        </>
      ) : (
        !loading &&
        hasProgram && (
          <PurchasePad
            memberId={memberId}
            member={null}
            discount={discount}
            onDone={onDone}
            onDropDiscount={onDropDiscount}
          />
        )
      )}
    </section>
  )
}

interface MemberNameProps {
  name: string
  customer: ShownCustomer | null
}

/**
 * The button is beside the name only, so that the badge below never wraps; with large text it is
 * below.
 */
function MemberName({ name, customer }: MemberNameProps) {
  return (
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
  )
}

interface MemberStatusProps extends Pick<OpenMemberProps, 'coupon' | 'signUpId'> {
  customer: ShownCustomer
}

function MemberStatus({ customer, coupon, signUpId }: MemberStatusProps) {
  return (
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
  )
}

/** Confirms the used coupon, and takes that back if the server refuses it. */
function CouponUsedNow({ coupon: { operationId, discount } }: { coupon: UsedCoupon }) {
  const { refused } = useEntry(operationId)
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
        <KeptWords>{refused ? texts.couponRefusedNow : usedNow(discount)}</KeptWords>
      </span>
    </span>
  )
}

function usedNow(discount: Discount): string {
  return isFreeItem(discount)
    ? texts.freeItemUsedNow(keep(formatDiscountAmount(discount)))
    : texts.couponUsedNow(formatDiscount(discount, keep))
}

/** Without an email, the card's code; if emails fail, a warning. */
function MailTrouble({ customer }: { customer: ShownCustomer }) {
  const session = useSession()
  const seesContact = session.state === 'signedIn' && mayDo(session.user, 'customer.seeContact')
  if (customer.email === '') return <CardCode customer={customer} />
  if (!isUnreached(customer)) return null
  return (
    <Banner inset tone="warning">
      {seesContact ? texts.mailFails : texts.mailFailsForStaff}
    </Banner>
  )
}
