/**
 * The route table: every address in the specification with its screen, which is loaded when it is
 * opened, and the roles that may see it. The server enforces access.
 */
import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAnalyticsSearch } from '#pwa/routes/analytics/analytics-search.ts'
import { readAuditSearch } from '#pwa/routes/audit-log/audit-search.ts'
import { type ActSearch, readAct } from '#pwa/routes/forms/address-act.ts'
import { readWords, type WordsSearch } from '#pwa/routes/forms/address-words.ts'
import { readDashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { NotFoundScreen } from '#pwa/routes/frame/not-found.tsx'
import type { TenantList } from '#pwa/routes/frame/tenant-list.ts'
import { readTenantSearch, type TenantSearch } from '#pwa/routes/frame/tenant-search.ts'
import { withRoles } from '#pwa/routes/frame/with-roles.tsx'
import { PaletteShortcut } from '#pwa/routes/palette/palette-shortcut.tsx'
import { HomeScreen } from '#pwa/routes/screens/home.tsx'
import { TillGate } from '#pwa/routes/till/till-gate.tsx'
import { BrokenScreen } from '#pwa/shell/screen-boundary.tsx'
import { Surroundings } from '#pwa/shell/surroundings.tsx'
import { type Role, roles } from '#schema/contract/permission.ts'

/** A screen whose file is loaded when it is opened. */
function screen<Name extends string, Module extends Record<Name, () => ReactNode>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent<Module, Name>(load, name)
}

/**
 * Wraps a screen in its role gate. A sign-in may lead to it for these roles (wanted-address.ts).
 */
function forRoles(only: readonly Role[], Screen: AsyncRouteComponent<object>) {
  return { staticData: { only }, component: withRoles(only, Screen) }
}

// Screens that people open one after another share a file.
const loadPublic = () => import('#pwa/routes/screens/public.ts')
const loadOfAccount = () => import('#pwa/routes/screens/account.ts')
const loadOfBusiness = () => import('#pwa/routes/screens/own.tsx')
const loadAnalytics = () => import('#pwa/routes/screens/analytics.ts')
const loadOfPlatform = () => import('#pwa/routes/screens/platform.ts')

const rootRoute = createRootRoute({
  component: () => (
    <>
      <TillGate>
        <Outlet />
        <PaletteShortcut />
      </TillGate>
      <Surroundings />
    </>
  ),
  errorComponent: BrokenScreen,
  notFoundComponent: NotFoundScreen,
})
const under = { getParentRoute: () => rootRoute }

/** Available to everyone, signed in or not. */
const everyone = [
  createRoute({ ...under, path: '/', component: HomeScreen }),
  createRoute({
    ...under,
    path: '/login',
    validateSearch: (search): { next?: string } =>
      typeof search.next === 'string' ? { next: search.next } : {},
    component: screen(loadPublic, 'LoginScreen'),
  }),
  createRoute({
    ...under,
    path: '/signup',
    component: screen(loadPublic, 'SignUpScreen'),
  }),
  createRoute({
    ...under,
    path: '/verify-email',
    component: screen(loadPublic, 'VerifyEmailScreen'),
  }),
  createRoute({
    ...under,
    path: '/forgot-password',
    component: screen(loadPublic, 'ForgotPasswordScreen'),
  }),
  createRoute({
    ...under,
    path: '/reset-password',
    component: screen(loadPublic, 'ResetPasswordScreen'),
  }),
  createRoute({
    ...under,
    path: '/member/$memberId',
    // Signed-out visitors go to the login; on a customer's own phone the address opens the sign-up
    // page.
    staticData: { only: ['business_admin', 'staff'] },
    component: screen(
      () => import('#pwa/routes/counter/member-address.tsx'),
      'MemberAddressScreen',
    ),
  }),
  createRoute({
    ...under,
    path: '/terms',
    component: screen(loadPublic, 'TermsScreen'),
  }),
  createRoute({
    ...under,
    path: '/privacy',
    component: screen(loadPublic, 'PrivacyScreen'),
  }),
] as const

const BusinessDashboard = screen(
  () => import('#pwa/routes/business/dashboard.tsx'),
  'BusinessDashboardScreen',
)
/** For signed-in people with the given roles. */
const signedIn = [
  createRoute({
    ...under,
    path: '/profile',
    ...forRoles(roles, screen(loadOfAccount, 'ProfileScreen')),
  }),
  createRoute({
    ...under,
    path: '/shortcuts',
    ...forRoles(roles, screen(loadOfAccount, 'ShortcutsScreen')),
  }),
  createRoute({
    ...under,
    path: '/email-preferences',
    ...forRoles(roles, screen(loadOfAccount, 'EmailPreferencesScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard',
    validateSearch: readDashboardSearch,
    ...forRoles(['business_admin', 'staff'], BusinessDashboard),
  }),
  createRoute({
    ...under,
    path: '/counter',
    validateSearch: (search): { member?: string; do?: string } => ({
      ...(typeof search.member === 'string' && { member: search.member }),
      ...(typeof search.do === 'string' && { do: search.do }),
    }),
    ...forRoles(
      ['business_admin', 'staff'],
      screen(() => import('#pwa/routes/counter/counter.tsx'), 'CounterScreen'),
    ),
  }),
  createRoute({
    ...under,
    path: '/outbox',
    ...forRoles(
      ['business_admin', 'staff'],
      screen(() => import('#pwa/routes/outbox/outbox.tsx'), 'OutboxScreen'),
    ),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/attention',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnAttentionScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/campaigns',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnCampaignsScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/program',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnProgramScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/customers/$memberId',
    validateSearch: readDashboardSearch,
    ...forRoles(['business_admin', 'staff'], screen(loadOfBusiness, 'OwnCustomerScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/settings',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnSettingsScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/plan',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnPlanScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/staff',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnStaffScreen')),
  }),
  createRoute({
    ...under,
    path: '/shift',
    ...forRoles(['business_admin', 'staff'], screen(loadOfBusiness, 'ShiftScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/devices',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnDevicesScreen')),
  }),
  createRoute({
    ...under,
    path: '/kiosk',
    ...forRoles(['business_admin', 'staff'], screen(loadOfBusiness, 'StartKioskScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/tills',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnTillsScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/offline-redemption',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnOfflineRedemptionScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/audit-log',
    validateSearch: readAuditSearch,
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnAuditLogScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/analytics',
    validateSearch: readAnalyticsSearch,
    ...forRoles(['business_admin'], screen(loadAnalytics, 'OwnAnalyticsScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/branding',
    ...forRoles(['business_admin'], screen(loadOfBusiness, 'OwnBrandingScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/$businessId/analytics',
    validateSearch: readAnalyticsSearch,
    ...forRoles(['super_admin'], screen(loadAnalytics, 'ViewedBusinessAnalyticsScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/$businessId',
    validateSearch: readDashboardSearch,
    ...forRoles(['super_admin'], BusinessDashboard),
  }),
] as const

/** The platform's screens share a frame, which stays mounted between them. */
const platformRoute = createRoute({
  ...under,
  path: '/super-admin-dashboard',
  ...forRoles(['super_admin'], screen(loadOfPlatform, 'SuperAdminLayout')),
})
const underPlatform = { getParentRoute: () => platformRoute }
// A separate list: inside the call, TypeScript would lose the types of its addresses.
const platform = [
  createRoute({
    ...underPlatform,
    path: '/',
    validateSearch: readTenantSearch,
    component: screen(loadOfPlatform, 'PlatformOverviewScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/tenants',
    validateSearch: (search): TenantSearch & ActSearch => ({
      ...readTenantSearch(search),
      ...readAct(search),
    }),
    component: screen(loadOfPlatform, 'TenantsScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/tenants/$businessId',
    validateSearch: readAct,
    component: screen(loadOfPlatform, 'TenantPageScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/invitations',
    component: screen(loadOfPlatform, 'InvitationsScreen'),
    validateSearch: (search): WordsSearch & ActSearch => ({
      ...readWords(search),
      ...readAct(search),
    }),
  }),
  createRoute({
    ...underPlatform,
    path: '/white-label',
    validateSearch: readWords,
    component: screen(loadOfPlatform, 'WhiteLabelScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/white-label/$businessId',
    validateSearch: readWords,
    component: screen(loadOfPlatform, 'TenantBrandingScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/analytics',
    validateSearch: readAnalyticsSearch,
    component: screen(loadAnalytics, 'PlatformAnalyticsScreen'),
  }),
  createRoute({
    ...underPlatform,
    path: '/audit',
    validateSearch: readAuditSearch,
    component: screen(loadOfPlatform, 'PlatformAuditScreen'),
  }),
] as const

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...everyone,
    ...signedIn,
    platformRoute.addChildren([...platform]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The roles that may see the screen. Default: all visitors. */
    only?: readonly Role[]
  }
  /** State passed to the next screen without showing in its address. */
  interface HistoryState {
    email?: string
    /** When a code was emailed; another one has to wait. */
    codeSentAt?: number
    /** An email or phone number being searched for, kept out of the address. */
    contact?: string
    /** The list of businesses that Back returns to. */
    tenantList?: TenantList
  }
}
