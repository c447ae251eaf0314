/** The frame of the screens that are about oneself: the business's own, or the platform's. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { BusinessFrame } from '#pwa/routes/business/frame.tsx'
import { homeAddress } from '#pwa/session/home-address.ts'
import { useSession } from '#pwa/session/session.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { SkipLink } from '#pwa/ui/skip-link.tsx'
import { TopBar } from '#pwa/ui/top-bar.tsx'
import type { Role } from '#schema/contract/permission.ts'

export function AccountFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  const column = <div className="mx-auto max-w-3xl">{children}</div>
  if (user?.businessId) return <InBusiness>{column}</InBusiness>
  return <InPlatform role={user?.role}>{column}</InPlatform>
}

function InBusiness({ children }: { children: ReactNode }) {
  const { business } = useBusiness()
  return (
    <BusinessFrame business={business} base="/business-dashboard">
      {children}
    </BusinessFrame>
  )
}

function InPlatform({ role, children }: { role: Role | undefined; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopBar brand={<Logo />}>
        <Link to={homeAddress(role)} className={buttonClass('ghost')}>
          Back to dashboard
        </Link>
      </TopBar>
      <main id="content" tabIndex={-1} className="px-4 py-8 sm:px-6">
        {children}
      </main>
    </>
  )
}
