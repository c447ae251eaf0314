/**
 * `/`: the landing page while nobody is signed in or the session is loading, else the home of one's
 * role (docs/product.md). Installed on a customer's phone, it opens their card.
 */
import { Navigate } from '@tanstack/react-router'
import { type ComponentType, lazy, useEffect } from 'react'
import { LandingScreen } from '#pwa/routes/landing/landing.tsx'
import { useSession } from '#pwa/session/session.ts'
import { isInstalled } from '#pwa/shell/install.ts'
import type { Role } from '#schema/contract/permission.ts'

const BusinessDashboard = lazy(async () => ({
  default: (await import('#pwa/routes/business/dashboard.tsx')).BusinessDashboardScreen,
}))
const Counter = lazy(async () => ({
  default: (await import('#pwa/routes/counter/counter.tsx')).CounterScreen,
}))
const SuperAdminHome = lazy(async () => ({
  default: (await import('#pwa/routes/platform/platform-home.tsx')).SuperAdminHomeScreen,
}))
/** The screen of each role; a role without one sees the landing page. */
const homes: Partial<Record<Role, ComponentType>> = {
  super_admin: SuperAdminHome,
  business_admin: BusinessDashboard,
  staff: Counter,
}

export function HomeScreen() {
  const session = useSession()
  const isNobody = session.state === 'signedOut'
  useEffect(() => {
    if (isNobody && isInstalled()) void openNewestCard()
  }, [isNobody])
  if (session.state === 'signedIn' && session.user.secondFactor === 'needed') {
    return <Navigate to="/profile" replace />
  }
  const Home = session.state === 'signedIn' ? homes[session.user.role] : undefined
  return Home ? <Home /> : <LandingScreen />
}

async function openNewestCard(): Promise<void> {
  const { newestCustomerId } = await import('#pwa/visitor/pages.ts')
  const customerId = await newestCustomerId().catch(() => null)
  if (customerId) location.replace(`/customer/${customerId}`)
}
