/**
 * The frame of a business's screens: its name and colors, navigation, the sync badge, and banners
 * (offline, paused, trial, viewed by a super admin), and the prompt for a fresh password.
 */

import {
  BellRing,
  CalendarCheck,
  ChartLine,
  LayoutDashboard,
  Megaphone,
  ScrollText,
  Settings,
  Store,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useProposedTimeZone } from '#pwa/loyalty/time-zone.ts'
import { PasswordPrompt } from '#pwa/session/password-prompt.tsx'
import { useSession } from '#pwa/session/session.ts'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { attentionTexts } from '#pwa/texts/attention.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { campaignTexts } from '#pwa/texts/campaigns.ts'
import { counterTexts } from '#pwa/texts/counter.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { shiftTexts } from '#pwa/texts/shift.ts'
import { BrandMark } from '#pwa/ui/brand-mark.tsx'
import { SidebarLayout } from '#pwa/ui/sidebar-layout.tsx'
import { useBrandColors } from '#pwa/ui/use-brand.ts'
import type { Business, Features } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { AccountLinks } from './account-links.tsx'
import { BusinessBanners, OfflineBanner } from './banners.tsx'
import { NavLink } from './nav-link.tsx'
import { settingLinks } from './setting-links.ts'
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
  useBrandColors(business)
  useProposedTimeZone(user?.role === 'business_admin' && viewedId === undefined)

  return (
    <>
      <SidebarLayout
        brand={
          <>
            <BrandMark name={business?.name ?? ' '} logoUrl={business?.logoUrl ?? null} />
            <bdi translate="no" className="min-w-0 truncate font-semibold">
              {business?.name}
            </bdi>
          </>
        }
        navigation={
          <Navigation business={business} {...(viewedId !== undefined && { viewedId })} />
        }
        account={<AccountLinks />}
        banners={
          <BusinessBanners
            business={business}
            viewedBySuperAdmin={viewedId !== undefined}
            withoutOffline={full}
          />
        }
        foot={full && <OfflineBanner />}
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

type NavigationProps = Pick<BusinessFrameProps, 'business' | 'viewedId'>

function Navigation({ business, viewedId }: NavigationProps) {
  const session = useSession()
  const user = session.state === 'signedIn' ? session.user : null
  const viewed = viewedId !== undefined && { params: { businessId: viewedId } }
  return (
    <ul className="flex flex-col gap-0.5">
      <NavLink
        {...(viewed
          ? { to: '/business-dashboard/$businessId', ...viewed }
          : { to: '/business-dashboard' })}
        label={businessTexts.dashboard}
        Icon={LayoutDashboard}
        exact
        isHome={user?.role === 'business_admin'}
      />
      {user && !viewed && (
        <NavLink
          to="/counter"
          label={counterTexts.title}
          Icon={Store}
          isHome={user.role === 'staff'}
        />
      )}
      {user &&
        mayDo(user, 'analytics.view', business?.id) &&
        (business?.features.analytics ?? true) && (
          <NavLink
            {...(viewed
              ? { to: '/business-dashboard/$businessId/analytics', ...viewed }
              : { to: '/business-dashboard/analytics' })}
            label={analyticsTexts.title}
            Icon={ChartLine}
          />
        )}
      {user && !viewed && <OwnLinks user={user} features={business?.features} />}
    </ul>
  )
}

interface OwnLinksProps {
  user: Parameters<typeof mayDo>[0]
  features: Features | undefined
}

/** The business's screens, then its settings under the page that lists them. */
function OwnLinks({ user, features }: OwnLinksProps) {
  const links = [
    { to: '/shift', label: shiftTexts.link, Icon: CalendarCheck, may: true },
    {
      to: '/business-dashboard/attention',
      label: attentionTexts.title,
      Icon: BellRing,
      may: mayDo(user, 'attention.view'),
    },
    {
      to: '/business-dashboard/campaigns',
      label: campaignTexts.title,
      Icon: Megaphone,
      may: (features?.loyalty ?? true) && mayDo(user, 'campaign.manage'),
    },
    {
      to: '/business-dashboard/audit-log',
      label: businessTexts.activityLog,
      Icon: ScrollText,
      may: mayDo(user, 'audit.view'),
    },
    {
      to: '/business-dashboard/settings',
      label: settingsTexts.title,
      Icon: Settings,
      may: mayDo(user, 'business.configure'),
    },
  ]
  const settings = settingLinks(user, features)
  return (
    <>
      {links
        .filter(({ may }) => may)
        .map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} label={label} Icon={Icon} />
        ))}
      {settings.length > 0 && (
        <li>
          <ul className="ml-4 flex flex-col gap-0.5 border-line border-l pl-2">
            {settings.map(({ to, label, Icon }) => (
              <NavLink key={to} to={to} label={label} Icon={Icon} />
            ))}
          </ul>
        </li>
      )}
    </>
  )
}
