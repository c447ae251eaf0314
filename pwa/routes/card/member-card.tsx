/** The member's card: name, balance, progress to the next reward, and the code for the counter. */

import { Gift, type LucideIcon, Ticket } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { QrImage } from '#pwa/routes/public/qr-image.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatNumber } from '#pwa/texts/format.ts'
import { keep } from '#pwa/texts/keep.ts'
import { ledgerLine } from '#pwa/texts/ledger-line.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { KeptWords } from '#pwa/ui/kept-words.tsx'
import type { PublicBusiness } from '#schema/contract/public-business.ts'
import { FullScreenCode } from './full-screen-code.tsx'
import type { ShownCoupon } from './sort-coupons.ts'

/** The ids of the lists to which the card's top links. */
export const couponsId = 'coupons'
export const rewardsId = 'rewards'

interface LoyaltyCardProps {
  business: PublicBusiness | undefined
  greeting: string
  name: string
  pointsLabel: string
  points: number
  /** The code to show at the counter. */
  codePart: ReactNode
  /** Shown below the balance: progress to the next reward, or pending requests. */
  children: ReactNode
}

export function LoyaltyCard(props: LoyaltyCardProps) {
  const { business, greeting, name, pointsLabel, points, codePart, children } = props
  return (
    <article className="overflow-hidden rounded-xl shadow-lifted">
      <div className="brand-gradient flex flex-col gap-5 border-brand-accent border-t-4 p-5 text-on-brand">
        {business && (
          <div className="flex items-center gap-3">
            <span className="shrink-0 rounded-md ring-2 ring-on-brand/35">
              <BrandMark name={business.name} logoUrl={business.logoUrl} />
            </span>
            <p translate="no" className="min-w-0 break-words font-semibold leading-tight">
              {business.name}
            </p>
          </div>
        )}
        <h1 className="break-words text-lg leading-snug">
          <span>{greeting}</span>
          <span className="wrap-anywhere block font-bold text-2xl tracking-tight">
            <bdi translate="no">{name}</bdi>
          </span>
        </h1>
        <div>
          <p className="text-sm">{pointsLabel}</p>
          <p translate="no" className="font-bold text-4xl tabular-nums tracking-tight">
            {formatNumber(points)}
          </p>
          {children}
        </div>
      </div>
      <div className="flex flex-col items-center bg-white px-5 pt-2 pb-4 text-black">
        {codePart}
      </div>
    </article>
  )
}

interface MemberCodeProps {
  businessName: string | undefined
  name: string
  memberId: string
}

export function MemberCode({ businessName, name, memberId }: MemberCodeProps) {
  return (
    <>
      <QrImage
        text={`${location.origin}/member/${memberId}`}
        label={cardTexts.memberQr}
        className={memberCodeClass}
      />
      <p className="font-medium text-sm">{cardTexts.showAtCounter}</p>
      <FullScreenCode businessName={businessName} name={name} memberId={memberId} />
    </>
  )
}

export const memberCodeClass = 'aspect-square w-60 max-w-full'

interface NextRewardProps {
  points: number
  rewards: { name: string; pointsRequired: number }[]
}

export function NextReward({ points, rewards }: NextRewardProps) {
  // A debt takes priority over any reward.
  if (points < 0) return <p className="mt-2 text-sm">{cardTexts.pointsOwed(-points)}</p>
  const affordable = rewards.filter((reward) => reward.pointsRequired <= points)
  const dearer = rewards.filter((reward) => reward.pointsRequired > points)
  const [next] = dearer.sort((a, b) => a.pointsRequired - b.pointsRequired)
  return (
    <>
      <InReach rewards={affordable} />
      {next && (
        <div className="mt-4">
          <PointsBar points={points} reward={next} className="bg-on-brand/25 text-on-brand" />
          <p className="mt-2 text-sm">
            <KeptWords>
              {cardTexts.pointsToGo(next.pointsRequired - points, keep(next.name))}
            </KeptWords>
          </p>
        </div>
      )}
    </>
  )
}

interface InHandProps {
  coupons: ShownCoupon[]
  /** Shows this coupon's code below; the page without scripts only leads to the coupons. */
  onShow?: (code: string | undefined) => void
}

/** The first coupon that can be used now; leads to its code. */
export function InHand({ coupons, onShow }: InHandProps) {
  // Staff who view the card can't show a code.
  const [first, ...others] = coupons.filter(({ code }) => code)
  if (!first) return null
  return (
    <TopLink
      icon={Ticket}
      href={`#${couponsId}`}
      onClick={() => onShow?.(first.code)}
      name={ledgerLine(first.description, first.source)}
      others={others}
      act={cardTexts.showCode}
    />
  )
}

/** The best reward that the balance buys; leads to the list. */
function InReach({ rewards }: Pick<NextRewardProps, 'rewards'>) {
  const [best, ...others] = rewards.toSorted((a, b) => b.pointsRequired - a.pointsRequired)
  if (!best) return null
  return (
    <TopLink
      icon={Gift}
      href={`#${rewardsId}`}
      name={best.name}
      others={others}
      act={cardTexts.redeem}
    />
  )
}

interface TopLinkProps extends ComponentProps<'a'> {
  icon: LucideIcon
  name: string
  others: unknown[]
  act: string
}

function TopLink({ icon: Icon, name, others, act, ...link }: TopLinkProps) {
  return (
    <a
      {...link}
      className="mt-3 flex min-h-11 items-center gap-2.5 rounded-md border border-on-brand/40 px-3 py-2 text-sm no-underline"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1">
        <bdi translate="no" className="wrap-anywhere font-semibold">
          {name}
        </bdi>{' '}
        <span>{others.length > 0 && cardTexts.andMore(others.length)}</span>
      </span>
      <span className="shrink-0 font-semibold">{act}</span>
    </a>
  )
}

interface PointsBarProps {
  points: number
  reward: { name: string; pointsRequired: number }
  /** Its colors. */
  className: string
}

export function PointsBar({ points, reward, className }: PointsBarProps) {
  return (
    <progress
      aria-label={cardTexts.pointsToward(reward.name)}
      value={Math.max(0, points)}
      max={reward.pointsRequired}
      className={`points-bar ${className}`}
    />
  )
}
