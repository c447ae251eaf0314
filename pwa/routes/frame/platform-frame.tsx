/**
 * The frame of the platform's screens: navigation, a search for businesses, the account's links,
 * and the password prompt.
 */

import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PasswordPrompt } from '#pwa/session/password-prompt.tsx'
import { platformTexts } from '#pwa/texts/platform.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Banner } from '#pwa/ui/banner.tsx'
import { Logo } from '#pwa/ui/logo.tsx'
import { SidebarLayout } from '#pwa/ui/sidebar-layout.tsx'
import { useBetweenPresses } from '#pwa/ui/use-between-presses.ts'
import { AccountLinks } from './account-links.tsx'
import { NavLink } from './nav-link.tsx'
import { useOffline } from './needs-server.tsx'
import { platformPlaces } from './platform-places.ts'
import { TenantSearchBox } from './tenant-search-box.tsx'

const home = '/super-admin-dashboard'

export function SuperAdminFrame({ children }: { children: ReactNode }) {
  return (
    <SidebarLayout
      brand={
        <>
          <Link to={home} className="flex rounded-md text-ink no-underline">
            <Logo />
          </Link>
          <Badge>{platformTexts.admin}</Badge>
        </>
      }
      navigation={<Navigation />}
      account={<AccountLinks />}
      banners={<OfflineBanner />}
      tools={<TenantSearchBox />}
    >
      {children}
      <PasswordPrompt />
    </SidebarLayout>
  )
}

function OfflineBanner() {
  const isOffline = useBetweenPresses(useOffline())
  return isOffline && <Banner tone="offline">{platformTexts.offline}</Banner>
}

/** A layout route, so that the frame stays mounted between screens. */
export function SuperAdminLayout() {
  return (
    <SuperAdminFrame>
      <Outlet />
    </SuperAdminFrame>
  )
}

function Navigation() {
  return (
    <ul className="flex flex-col gap-0.5">
      {platformPlaces().map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          label={label}
          Icon={Icon}
          exact={to === home}
          isHome={to === home}
        />
      ))}
    </ul>
  )
}
