/** Puts a screen that calls the server into the frame of the user's own business. */
import { PowerOff } from 'lucide-react'
import type { ComponentType } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useSession } from '#pwa/session/session.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { AccessDenied } from './access-denied.tsx'
import { BusinessFrame } from './business-frame.tsx'

type OwnFeature = keyof typeof businessTexts.featureOff

/** @param feature while it is off, a notice replaces the screen */
export function inOwnFrame(
  Screen: ComponentType<{ businessId: string }>,
  feature: OwnFeature | null = null,
) {
  return function OwnScreen() {
    const { business } = useBusiness()
    const session = useSession()
    const businessId = session.state === 'signedIn' ? session.user.businessId : null
    if (session.state === 'signedIn' && !businessId) return <AccessDenied />
    return (
      <BusinessFrame business={business}>
        {feature && !business?.features[feature] ? (
          <FeatureOff feature={feature} isKnown={business !== null} />
        ) : (
          businessId && <Screen businessId={businessId} />
        )}
      </BusinessFrame>
    )
  }
}

function FeatureOff({ feature, isKnown }: { feature: OwnFeature; isKnown: boolean }) {
  if (!isKnown) return <Skeleton className="h-80 w-full" />
  return (
    <Card>
      <EmptyState icon={<PowerOff />} sentence={businessTexts.featureOff[feature]} />
    </Card>
  )
}
