/** The loyalty page of a member the server knows: what it last said, and what was asked since. */

import { Coins, Gift, Hourglass } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { WelcomeHeld } from '#pwa/routes/join/ticket.tsx'
import { useCardApp } from '#pwa/shell/app-manifest.ts'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { formatDay, formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { useBrand } from '#pwa/ui/use-brand.ts'
import type { KeptPage, RedeemRow } from '#pwa/visitor/database.ts'
import { pointsHeld } from '#pwa/visitor/pages.ts'
import { asOf } from './as-of.ts'
import { Coupons } from './coupons.tsx'
import { PointHistory } from './history.tsx'
import { LoyaltyCard, NextReward } from './member-card.tsx'
import { MailedRequest, OwnDataCard } from './member-privacy-card.tsx'
import { useOpenedOffer } from './opened-offer.ts'
import { AvailableRewards } from './rewards.tsx'

/** Below the fold; without its file the card works all the same. */
const Notifications = lazy(() =>
  import('./notifications.tsx')
    .then((module) => ({ default: module.Notifications }))
    .catch(() => ({ default: () => null })),
)

const WalletLinks = lazy(() =>
  import('./wallet-links.tsx')
    .then((module) => ({ default: module.WalletLinks }))
    .catch(() => ({ default: () => null })),
)

interface LoyaltyPageProps {
  customerId: string
  kept: KeptPage
  redemptions: RedeemRow[]
  /** Nobody answered: what is shown is this phone's copy. */
  isOld: boolean
  onErased: () => void
}

export function LoyaltyPage(props: LoyaltyPageProps) {
  const { customerId, kept, redemptions, isOld, onErased } = props
  const { customer, business, availableRewards, coupons, transactions, welcomeHeld } = kept.page
  useBrand(business)
  useCardApp(customerId)
  useOpenedOffer(customerId)
  useEffect(() => {
    document.title = cardTexts.documentTitleOf(business.name)
  }, [business.name])
  const held = pointsHeld(redemptions)
  const points = customer.points - held
  const affordable = availableRewards.filter((reward) => reward.pointsRequired <= points).length
  return (
    <>
      {isOld && <Banner tone="offline">{cardTexts.lastUpdated(asOf(kept.fetchedAt))}</Banner>}
      <main className="mx-auto flex max-w-md flex-col gap-5 px-4 pt-5 pb-12">
        <MailedRequest customerId={customerId} onErased={onErased} />
        <LoyaltyCard
          business={business}
          greeting={cardTexts.welcomeBack}
          name={`${customer.firstName} ${customer.lastName}`}
          memberId={customer.memberId}
          pointsLabel={cardTexts.pointsBalance}
          points={points}
        >
          {held > 0 && (
            <p className="mt-1 flex items-center gap-1.5 text-sm">
              <Hourglass size={14} aria-hidden="true" />
              {cardTexts.pointsReserved(held)}
            </p>
          )}
          <NextReward points={points} rewards={availableRewards} />
        </LoyaltyCard>
        {welcomeHeld && <WelcomeHeld />}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
          <Figure label={cardTexts.totalSpent} icon={<Coins size={17} />}>
            {formatMoney(customer.totalSpent)}
          </Figure>
          <Figure label={cardTexts.availableRewards} icon={<Gift size={17} />}>
            {formatNumber(affordable)}
          </Figure>
        </dl>
        <Coupons coupons={coupons} redemptions={redemptions} />
        <AvailableRewards
          customerId={customerId}
          rewards={availableRewards}
          redemptions={redemptions}
          points={points}
        />
        <InstallOffer title={shellTexts.addCard} />
        <Suspense fallback={null}>
          <WalletLinks customerId={customerId} />
        </Suspense>
        <Suspense fallback={null}>
          <Notifications customerId={customerId} businessName={business.name} />
        </Suspense>
        <PointHistory transactions={transactions} />
        <OwnDataCard customerId={customerId} />
        <p className="pt-2 text-center text-ink-faint text-sm">
          {cardTexts.memberSince(formatDay(customer.createdAt))}
        </p>
      </main>
    </>
  )
}

interface FigureProps {
  label: string
  icon: ReactNode
  children: ReactNode
}

function Figure({ label, icon, children }: FigureProps) {
  return (
    <div className="rounded-xl border border-line bg-surface px-3 py-4 shadow-card sm:px-4">
      <dt className="flex items-center gap-2 text-ink-soft text-sm">
        <span aria-hidden="true" className="text-brand-text">
          {icon}
        </span>
        <span className="min-w-0 break-words">{label}</span>
      </dt>
      <dd className="mt-1 font-semibold text-xl tabular-nums">{children}</dd>
    </div>
  )
}
