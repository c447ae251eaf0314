/**
 * The top of a customer's page, rendered by the server before any script has loaded: the card to
 * show at the counter. The app adds the buttons.
 */

import { QrDrawing } from '#pwa/routes/public/qr-image.tsx'
import { WelcomeHeld } from '#pwa/routes/public/ticket.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import type { QrPath } from '#pwa/visitor/qr-path.ts'
import type { CustomerPage } from '#schema/contract/customer.ts'
import { CardFigures } from './card-figures.tsx'
import { InHand, LoyaltyCard, memberCodeClass, NextReward } from './member-card.tsx'
import { sortCoupons } from './sort-coupons.ts'

export function CardFrame({ page, drawn }: { page: CustomerPage; drawn: QrPath }) {
  const { customer, business, availableRewards, welcomeHeld } = page
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 px-4 pt-5 pb-12">
      <LoyaltyCard
        business={business}
        greeting={cardTexts.welcomeBack}
        name={`${customer.firstName} ${customer.lastName}`}
        pointsLabel={cardTexts.pointsBalance}
        points={customer.points}
        codePart={
          <>
            <QrDrawing drawn={drawn} label={cardTexts.memberQr} className={memberCodeClass} />
            <p className="font-medium text-sm">{cardTexts.showAtCounter}</p>
            {/* Reserves space for the full-screen button. */}
            <div className="mt-2 h-12" />
          </>
        }
      >
        <InHand coupons={sortCoupons(page).open} />
        <NextReward points={customer.points} rewards={availableRewards} />
      </LoyaltyCard>
      {/* Reserves space for the links to the page's end. */}
      <div className="h-11" />
      {welcomeHeld && <WelcomeHeld />}
      <CardFigures
        totalSpent={customer.totalSpent}
        points={customer.points}
        rewards={availableRewards}
      />
      <noscript>
        <p className="text-ink-soft text-sm">{cardTexts.needsScripts}</p>
      </noscript>
    </div>
  )
}
