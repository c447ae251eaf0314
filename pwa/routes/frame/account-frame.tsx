/**
 * The frame of the screens about a person's own account: the business's frame, or the platform's.
 */
import type { ReactNode } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useSession } from '#pwa/session/session.ts'
import { BusinessFrame } from './business-frame.tsx'
import { SuperAdminFrame } from './platform-frame.tsx'

export function AccountFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  const role = session.state === 'signedIn' ? session.user.role : null
  const column = <div className="mx-auto max-w-3xl">{children}</div>
  if (role === 'super_admin') return <SuperAdminFrame>{column}</SuperAdminFrame>
  return <OwnBusinessFrame>{column}</OwnBusinessFrame>
}

function OwnBusinessFrame({ children }: { children: ReactNode }) {
  const { business } = useBusiness()
  return <BusinessFrame business={business}>{children}</BusinessFrame>
}
