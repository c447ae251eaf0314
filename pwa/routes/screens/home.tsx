/**
 * `/`: the landing page for signed-out visitors and while the session loads, else the home screen
 * of the person's role. When installed on a customer's phone it opens their card; on a kiosk, the
 * sign-up kiosk.
 */
import { Navigate } from '@tanstack/react-router'
import { type ComponentType, lazy, useEffect } from 'react'
import { LandingScreen } from '#pwa/routes/landing/landing.tsx'
import { useSession } from '#pwa/session/session.ts'
import { FirstFrameEnd } from '#pwa/shell/first-frame.ts'
import { isInstalled } from '#pwa/shell/install.ts'
import { endKiosk, kioskAddress, kioskCode } from '#pwa/visitor/kiosk.ts'
import type { Role } from '#schema/contract/permission.ts'

const BusinessDashboard = lazy(async () => ({
  default: (await import('#pwa/routes/business/dashboard.tsx')).BusinessDashboardScreen,
}))
const Counter = lazy(async () => ({
  default: (await import('#pwa/routes/counter/counter.tsx')).CounterScreen,
}))
const SuperAdminHome = lazy(async () => ({
  default: (await import('./platform.ts')).SuperAdminHomeScreen,
}))
/** The home screen of each role; roles without one see the landing page. */
const homes: Partial<Record<Role, ComponentType>> = {
  super_admin: SuperAdminHome,
  business_admin: BusinessDashboard,
  staff: Counter,
}

export function HomeScreen() {
  const session = useSession()
  const isNobody = session.state === 'signedOut'
  const isSomebody = session.state === 'signedIn'
  useEffect(() => {
    const kiosk = kioskCode()
    if (isNobody && kiosk !== null) location.replace(kioskAddress(kiosk))
    else if (isNobody && isInstalled()) void openNewestCard()
    // Signing in ends kiosk mode on this tablet.
    if (isSomebody) endKiosk()
  }, [isNobody, isSomebody])
  if (session.state === 'signedIn' && session.user.secondFactor === 'needed') {
    return (
      <>
        <Navigate to="/profile" replace />
        <FirstFrameEnd />
      </>
    )
  }
  const Home = session.state === 'signedIn' ? homes[session.user.role] : undefined
  return (
    <>
      {Home ? <Home /> : <LandingScreen />}
      <FirstFrameEnd />
    </>
  )
}

async function openNewestCard(): Promise<void> {
  const { newestCustomerId } = await import('#pwa/visitor/pages.ts')
  const customerId = await newestCustomerId().catch(() => null)
  if (customerId) location.replace(`/customer/${customerId}`)
}
