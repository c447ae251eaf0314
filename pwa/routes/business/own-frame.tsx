/** The frame of one's own business around a screen that asks the server. */
import type { ComponentType } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useSession } from '#pwa/session/session.ts'
import { AccessDenied } from './access-denied.tsx'
import { BusinessFrame } from './frame.tsx'

export function inOwnFrame(Screen: ComponentType<{ businessId: string }>) {
  return function OwnScreen() {
    const { business } = useBusiness()
    const session = useSession()
    const businessId = session.state === 'signedIn' ? session.user.businessId : null
    if (session.state === 'signedIn' && !businessId) return <AccessDenied />
    return (
      <BusinessFrame business={business}>
        {businessId && <Screen businessId={businessId} />}
      </BusinessFrame>
    )
  }
}
