/**
 * The frame of a business's screens: its name and colors, navigation, the sync badge, and banners
 * (offline, paused, trial, viewed by a super admin), and the prompt for a fresh password.
 */

import { ChartLine, House } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProposedTimeZone } from '#pwa/loyalty/time-zone.ts'
import { PasswordPrompt } from '#pwa/session/password-prompt.tsx'
import { useSession } from '#pwa/session/session.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { BrandScope } from '#pwa/ui/brand-scope.tsx'
import { SidebarLayout } from '#pwa/ui/sidebar-layout.tsx'
import type { Business } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { AccountLinks } from './account-links.tsx'
import { BusinessBanners, StatusBanner } from './banners.tsx'
import { NavLink } from './nav-link.tsx'
import { OwnBar, OwnNavigation } from './own-navigation.tsx'
import { StaffBadge } from './staff-badge.tsx'
import { SyncBadgeLink } from './sync-badge-link.tsx'

interface BusinessFrameProps {
  business: Business | null
  /** The business that a super admin views; the links stay below its address. */
  viewedId?: string
  /** For the counter: without the sidebar. */
  full?: boolean
  children: ReactNode
}

export function BusinessFrame({ business, viewedId, full = false, children }: BusinessFrameProps) {
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  useProposedTimeZone(user?.role === 'business_admin' && viewedId === undefined)

  return (
    <>
      <SidebarLayout
        brand={
          <>
            <OwnMark business={business} />
            <bdi translate="no" className="min-w-0 truncate font-semibold">
              {business?.name}
            </bdi>
          </>
        }
        mark={<OwnMark business={business} />}
        navigation={
          viewedId !== undefined ? (
            <ViewedNavigation business={business} viewedId={viewedId} />
          ) : (
            user && <OwnNavigation user={user} features={business?.features} />
          )
        }
        account={<AccountLinks />}
        bar={
          user &&
          viewedId === undefined &&
          !full && <OwnBar user={user} features={business?.features} />
        }
        banners={
          <BusinessBanners
            business={business}
            viewedBySuperAdmin={viewedId !== undefined}
            withoutStatus={full}
          />
        }
        foot={full && <StatusBanner />}
        full={full}
        tools={
          viewedId === undefined && (
            // Stacked if large text leaves no room for both side by side.
            <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3">
              <SyncBadgeLink />
              <StaffBadge />
            </div>
          )
        }
      >
        {children}
      </SidebarLayout>
      <PasswordPrompt />
    </>
  )
}

/** The business's colors are in its logo alone; the platform's are for work. */
function OwnMark({ business }: Pick<BusinessFrameProps, 'business'>) {
  if (!business) return <BrandMark name=" " logoUrl={null} />
  return (
    <BrandScope colors={business} className="flex">
      <BrandMark name={business.name} logoUrl={business.logoUrl} />
    </BrandScope>
  )
}

type NavigationProps = Pick<BusinessFrameProps, 'business'> & { viewedId: string }

/** A business as a super admin views it. */
function ViewedNavigation({ business, viewedId }: NavigationProps) {
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  const params = { businessId: viewedId }
  return (
    <ul className="flex flex-col gap-0.5">
      <NavLink
        to="/business-dashboard/$businessId"
        params={params}
        label={businessTexts.dashboard}
        Icon={House}
        exact
      />
      {user &&
        mayDo(user, 'analytics.view', business?.id) &&
        (business?.features.analytics ?? true) && (
          <NavLink
            to="/business-dashboard/$businessId/analytics"
            params={params}
            label={analyticsTexts.title}
            Icon={ChartLine}
          />
        )}
    </ul>
  )
}
