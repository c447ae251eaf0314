/**
 * A customer's loyalty page (spec.md §2): her card at once, from what this phone knows; the server's
 * word when it comes. Her key in the address is all that opens it.
 */
import { CloudOff, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Notice } from '#pwa/routes/join/notice.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { useCustomer } from '#pwa/visitor/use-customer.ts'
import { LoyaltyPage } from './card-page.tsx'
import { ProvisionalPage } from './provisional.tsx'

export function CustomerScreen({ customerId }: { customerId: string }) {
  const { customer, told, toldAt, sentence } = useCustomer(customerId)
  useEffect(() => {
    document.title = 'My loyalty card'
  }, [])
  const isKnownNoMore = told === 'unknown' && customer?.signUp?.status === 'applied'
  if (customer?.kept) {
    const isOld = (told === 'noAnswer' || told === 'trouble') && customer.kept.fetchedAt < toldAt
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
    return <ProvisionalPage signUp={customer.signUp} lookUp={customer.lookUp?.lookUp} />
  }
  if (told === 'unknown') {
    return (
      <Notice icon={<SearchX size={26} />} title="Card not found">
        This address opens no loyalty card. Use the newest link from your email, or ask the staff.
      </Notice>
    )
  }
  if (told === 'noAnswer' || told === 'trouble') {
    return (
      <Notice icon={<CloudOff size={26} />} title="No connection">
        {told === 'trouble'
          ? sentence
          : 'This card has not been opened on this phone before, so it needs a connection once.'}
      </Notice>
    )
  }
  return <CardSkeleton />
}

function CardSkeleton() {
  return (
    <div role="status" className="mx-auto flex max-w-md flex-col gap-4 px-4 pt-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-[30rem] rounded-xl" />
      <Skeleton className="h-24 rounded-xl" />
    </div>
  )
}
