/**
 * The map of the app: every address of the specification and the screen behind it, each loaded when
 * it is opened. Who may see a screen stands beside it; the server enforces it.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ActSearch, readAct } from '#pwa/routes/address-act.ts'
import { readWords, type WordsSearch } from '#pwa/routes/address-words.ts'
import { readAnalyticsSearch } from '#pwa/routes/analytics/analytics-search.ts'
import { readAuditSearch } from '#pwa/routes/audit-log/audit-search.ts'
import { readDashboardSearch } from '#pwa/routes/business/dashboard-search.ts'
import { HomeScreen } from '#pwa/routes/home.tsx'
import { NotFoundScreen } from '#pwa/routes/not-found.tsx'
import { PaletteShortcut } from '#pwa/routes/palette/palette-shortcut.tsx'
import type { TenantList } from '#pwa/routes/platform/tenant-list.ts'
import { readTenantSearch, type TenantSearch } from '#pwa/routes/platform/tenant-search.ts'
import { TillGate } from '#pwa/routes/till/till-gate.tsx'
import { withRoles } from '#pwa/routes/with-roles.tsx'
import { BrokenScreen } from '#pwa/shell/screen-boundary.tsx'
import { Surroundings } from '#pwa/shell/surroundings.tsx'
import { type Role, roles } from '#schema/contract/permission.ts'

/** A screen whose file is loaded when it is opened; for everyone, or for the roles named. */
function screen<Name extends string, Module extends Record<Name, () => ReactNode>>(
  load: () => Promise<Module>,
  name: Name,
  only?: readonly Role[],
) {
  const Screen = lazyRouteComponent<Module, Name>(load, name)
  return only ? withRoles(only, Screen) : Screen
}

// Screens that people open one after the other are one file each.
const loadPublic = () => import('#pwa/routes/public-screens.ts')
const loadOfAccount = () => import('#pwa/routes/profile/screens.ts')
const loadOfBusiness = () => import('#pwa/routes/business/own-screens.tsx')
const loadAnalytics = () => import('#pwa/routes/analytics/screens.ts')
const loadOfPlatform = () => import('#pwa/routes/platform/screens.ts')

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

/** Available to everyone (docs/product.md). */
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
/** After a sign-in, for the roles named. */
const signedIn = [
  createRoute({
    ...under,
    path: '/profile',
    component: screen(loadOfAccount, 'ProfileScreen', roles),
  }),
  createRoute({
    ...under,
    path: '/shortcuts',
    component: screen(loadOfAccount, 'ShortcutsScreen', roles),
  }),
  createRoute({
    ...under,
    path: '/email-preferences',
    component: screen(loadOfAccount, 'EmailPreferencesScreen', roles),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard',
    validateSearch: readDashboardSearch,
    component: withRoles(['business_admin', 'staff'], BusinessDashboard),
  }),
  createRoute({
    ...under,
    path: '/counter',
    validateSearch: (search): { member?: string; do?: string } => ({
      ...(typeof search.member === 'string' && { member: search.member }),
      ...(typeof search.do === 'string' && { do: search.do }),
    }),
    component: screen(() => import('#pwa/routes/counter/counter.tsx'), 'CounterScreen', [
      'business_admin',
      'staff',
    ]),
  }),
  createRoute({
    ...under,
    path: '/outbox',
    component: screen(() => import('#pwa/routes/outbox/outbox.tsx'), 'OutboxScreen', [
      'business_admin',
      'staff',
    ]),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/attention',
    component: screen(loadOfBusiness, 'OwnAttentionScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/campaigns',
    component: screen(loadOfBusiness, 'OwnCampaignsScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/program',
    component: screen(loadOfBusiness, 'OwnProgramScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/customers/$memberId',
    validateSearch: readDashboardSearch,
    component: screen(loadOfBusiness, 'OwnCustomerScreen', ['business_admin', 'staff']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/settings',
    component: screen(loadOfBusiness, 'OwnSettingsScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/plan',
    component: screen(loadOfBusiness, 'OwnPlanScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/staff',
    component: screen(loadOfBusiness, 'OwnStaffScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/shift',
    component: screen(loadOfBusiness, 'ShiftScreen', ['business_admin', 'staff']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/devices',
    component: screen(loadOfBusiness, 'OwnDevicesScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/kiosk',
    component: screen(loadOfBusiness, 'StartKioskScreen', ['business_admin', 'staff']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/tills',
    component: screen(loadOfBusiness, 'OwnTillsScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/offline-redemption',
    component: screen(loadOfBusiness, 'OwnOfflineRedemptionScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/audit-log',
    validateSearch: readAuditSearch,
    component: screen(loadOfBusiness, 'OwnAuditLogScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/analytics',
    validateSearch: readAnalyticsSearch,
    component: screen(loadAnalytics, 'OwnAnalyticsScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/branding',
    component: screen(loadOfBusiness, 'OwnBrandingScreen', ['business_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/$businessId/analytics',
    validateSearch: readAnalyticsSearch,
    component: screen(loadAnalytics, 'ViewedBusinessAnalyticsScreen', ['super_admin']),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/$businessId',
    validateSearch: readDashboardSearch,
    component: withRoles(['super_admin'], BusinessDashboard),
  }),
] as const

/** The platform's screens: their frame stays while one goes from one to the next. */
const platformRoute = createRoute({
  ...under,
  path: '/super-admin-dashboard',
  component: screen(loadOfPlatform, 'SuperAdminLayout', ['super_admin']),
})
const underPlatform = { getParentRoute: () => platformRoute }
// A list of its own: inside the call, TypeScript would lose the types of its addresses.
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
  /** What goes along to the next screen, and never into its address. */
  interface HistoryState {
    email?: string
    /** When a code was mailed; another one has to wait. */
    codeSentAt?: number
    /** The list of businesses that the way back leads to. */
    tenantList?: TenantList
  }
}
