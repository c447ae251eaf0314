/**
 * The loyalty page of a member whom the server knows: the server's last answer, plus this phone's
 * pending requests.
 */

import { useEffect, useState } from 'react'
import { asOf } from '#pwa/routes/public/as-of.ts'
import { WelcomeHeld } from '#pwa/routes/public/ticket.tsx'
import { useCardApp } from '#pwa/shell/app-manifest.ts'
import { InstallOffer } from '#pwa/shell/install-offer.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { formatDay } from '#pwa/texts/format.ts'
import { shellTexts } from '#pwa/texts/shell.ts'
import { Banner } from '#pwa/ui/banner.tsx'
import { LanguageSwitch } from '#pwa/ui/language-switch.tsx'
import { useBrand } from '#pwa/ui/use-brand.ts'
import type { KeptPage, RedeemRow } from '#pwa/visitor/database.ts'
import { offeredRewards, pointsHeld } from '#pwa/visitor/pages.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { CardFigures } from './card-figures.tsx'
import { Coupons } from './coupons.tsx'
import { PointHistory } from './history.tsx'
import { InHand, LoyaltyCard, MemberCode, NextReward } from './member-card.tsx'
import { OwnDataCard } from './member-privacy-card.tsx'
import { Notifications } from './notifications.tsx'
import { useOpenedOffer } from './opened-offer.ts'
import { AvailableRewards } from './rewards.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { sortCoupons } from './sort-coupons.ts'
import { WalletLinks } from './wallet-links.tsx'

interface LoyaltyPageProps {
  customerId: string
  kept: KeptPage
  redemptions: RedeemRow[]
  /** The server didn't answer: the page shows this phone's copy. */
  isOld: boolean
}

export function LoyaltyPage(props: LoyaltyPageProps) {
  const { customerId, kept, redemptions, isOld } = props
  const { customer, business, transactions, welcomeHeld } = kept.page
  const timeZone = timeZoneOf(business)
  const rewards = offeredRewards(kept.page)
  const coupons = sortCoupons(kept.page, redemptions)
  const [shownCode, showCode] = useState<string>()
  useBrand(business)
  useCardApp(customerId)
  useOpenedOffer(customerId)
  useEffect(() => {
    document.title = cardTexts.documentTitleOf(business.name)
  }, [business.name])
  const held = pointsHeld(redemptions)
  const points = customer.points - held
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <>
      {isOld && <Banner tone="offline">{cardTexts.lastUpdated(asOf(kept.fetchedAt))}</Banner>}
      <main className="mx-auto flex max-w-md flex-col gap-5 px-4 pt-5 pb-12">
        <LoyaltyCard
          business={business}
          greeting={cardTexts.welcomeBack}
          name={name}
          pointsLabel={cardTexts.pointsBalance}
          points={points}
          codePart={
            <MemberCode businessName={business.name} name={name} memberId={customer.memberId} />
          }
        >
          {held > 0 && <p className="mt-1 text-sm">{cardTexts.pointsReserved(held)}</p>}
          <InHand coupons={coupons.open} onShow={showCode} />
          <NextReward points={points} rewards={rewards} />
        </LoyaltyCard>
        <Shortcuts />
        {welcomeHeld && <WelcomeHeld />}
        <CardFigures totalSpent={customer.totalSpent} points={points} rewards={rewards} />
        <Coupons timeZone={timeZone} shown={shownCode} onShow={showCode} {...coupons} />
        <AvailableRewards
          timeZone={timeZone}
          customerId={customerId}
          rewards={rewards}
          redemptions={redemptions}
          points={points}
        />
        <InstallOffer title={shellTexts.addCard} />
        <PointHistory transactions={transactions} />
        <WalletLinks customerId={customerId} />
        <Notifications customerId={customerId} businessName={business.name} />
        <OwnDataCard customerId={customerId} />
        <div className="pt-2 text-center">
          <p className="text-ink-faint text-sm">
            {cardTexts.memberSince(formatDay(customer.createdAt))}
          </p>
          <LanguageSwitch />
        </div>
      </main>
    </>
  )
}
