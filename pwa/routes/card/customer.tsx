/**
 * A customer's loyalty page: shows this phone's copy at once, then the server's answer. The key in
 * the address is all that is needed to open it.
 */

import { CloudOff, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Notice } from '#pwa/routes/public/notice.tsx'
import { cardTexts } from '#pwa/texts/card.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useCustomer } from '#pwa/visitor/use-customer.ts'
import { LoyaltyPage } from './card-page.tsx'
import { PendingCard } from './pending-card.tsx'

export function CustomerScreen({ customerId }: { customerId: string }) {
  const { customer, told, toldAt, sentence } = useCustomer(customerId)
  const hasPage = Boolean(customer?.kept)
  useEffect(() => {
    // The page with the card sets its own title.
    if (!hasPage) document.title = cardTexts.documentTitle
  }, [hasPage])
  const isKnownNoMore = told === 'unknown' && customer?.signUp?.status === 'applied'
  if (customer?.kept) {
    const isUpToDate = told === 'nothing' || told === 'page'
    const isOld = !isUpToDate && customer.kept.fetchedAt < toldAt
    return (
      <LoyaltyPage
        customerId={customerId}
        kept={customer.kept}
        redemptions={customer.redemptions}
        isOld={isOld}
      />
    )
  }
  if (customer?.signUp && !isKnownNoMore) {
    return <PendingCard signUp={customer.signUp} lookUp={customer.lookUp?.lookUp} />
  }
  if (told === 'unknown') {
    return (
      <Notice icon={<SearchX size={26} />} title={cardTexts.notFound}>
        {cardTexts.notFoundHint}
      </Notice>
    )
  }
  if (told === 'noAnswer' || told === 'trouble') {
    return (
      <Notice icon={<CloudOff size={26} />} title={cardTexts.offline}>
        {told === 'trouble' ? sentence : cardTexts.offlineHint}
      </Notice>
    )
  }
  return <CardSkeleton />
}

function CardSkeleton() {
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col gap-4 px-4 pt-6">
      <span className="sr-only">{cardTexts.loading}</span>
      <Skeleton className="h-[30rem] rounded-xl" />
      <Skeleton className="h-24 rounded-xl" />
    </div>
  )
}
