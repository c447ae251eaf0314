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
import { readWords } from '#pwa/routes/forms/address-words.ts'
import { type DashboardTab, readDashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { NotFoundScreen } from '#pwa/routes/frame/not-found.tsx'
import type { TenantList } from '#pwa/routes/frame/tenant-list.ts'
import { readTenantSearch } from '#pwa/routes/frame/tenant-search.ts'
import { withRoles } from '#pwa/routes/frame/with-roles.tsx'
import { PaletteShortcut } from '#pwa/routes/palette/palette-shortcut.tsx'
import { HomeScreen } from '#pwa/routes/screens/home.tsx'
import { TillGate } from '#pwa/routes/till/till-gate.tsx'
import { AppChrome } from '#pwa/shell/app-chrome.tsx'
import { BrokenScreen } from '#pwa/shell/screen-boundary.tsx'
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
      <AppChrome />
    </>
  ),
  errorComponent: BrokenScreen,
  notFoundComponent: NotFoundScreen,
})
const under = { getParentRoute: () => rootRoute }

type Screens<Load extends () => Promise<unknown>> = keyof Awaited<ReturnType<Load>>

function ofEveryone<const Path extends string>(path: Path, name: Screens<typeof loadPublic>) {
  return createRoute({ ...under, path, component: screen(loadPublic, name) })
}
function ofAccount<const Path extends string>(path: Path, name: Screens<typeof loadOfAccount>) {
  return createRoute({ ...under, path, ...forRoles(roles, screen(loadOfAccount, name)) })
}
/** `only`: those of the business's people who may see it. */
function ofBusiness<const Path extends string>(
  path: Path,
  only: readonly Role[],
  name: Screens<typeof loadOfBusiness>,
) {
  return createRoute({ ...under, path, ...forRoles(only, screen(loadOfBusiness, name)) })
}
const owners: readonly Role[] = ['business_admin']
const ownersAndStaff: readonly Role[] = ['business_admin', 'staff']

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
  ofEveryone('/signup', 'SignUpScreen'),
  ofEveryone('/verify-email', 'VerifyEmailScreen'),
  ofEveryone('/forgot-password', 'ForgotPasswordScreen'),
  ofEveryone('/reset-password', 'ResetPasswordScreen'),
  createRoute({
    ...under,
    path: '/member/$memberId',
    // Signed-out visitors go to the login; on a customer's own phone the address opens the sign-up
    // page.
    staticData: { only: ownersAndStaff },
    component: screen(
      () => import('#pwa/routes/counter/member-address.tsx'),
      'MemberAddressScreen',
    ),
  }),
  ofEveryone('/terms', 'TermsScreen'),
  ofEveryone('/privacy', 'PrivacyScreen'),
] as const

const BusinessDashboard = screen(
  () => import('#pwa/routes/business/dashboard.tsx'),
  'BusinessDashboardScreen',
)
/** For signed-in people with the given roles. */
const signedIn = [
  ofAccount('/profile', 'ProfileScreen'),
  ofAccount('/shortcuts', 'ShortcutsScreen'),
  ofAccount('/email-preferences', 'EmailPreferencesScreen'),
  createRoute({
    ...under,
    path: '/business-dashboard',
    validateSearch: readDashboardSearch,
    ...forRoles(ownersAndStaff, BusinessDashboard),
  }),
  createRoute({
    ...under,
    path: '/counter',
    validateSearch: (search): { member?: string; do?: string } => ({
      ...(typeof search.member === 'string' && { member: search.member }),
      ...(typeof search.do === 'string' && { do: search.do }),
    }),
    ...forRoles(
      ownersAndStaff,
      screen(() => import('#pwa/routes/counter/counter.tsx'), 'CounterScreen'),
    ),
  }),
  createRoute({
    ...under,
    path: '/outbox',
    ...forRoles(
      ownersAndStaff,
      screen(() => import('#pwa/routes/outbox/outbox.tsx'), 'OutboxScreen'),
    ),
  }),
  ofBusiness('/business-dashboard/attention', owners, 'OwnAttentionScreen'),
  ofBusiness('/business-dashboard/campaigns', owners, 'OwnCampaignsScreen'),
  ofBusiness('/business-dashboard/imports', owners, 'OwnImportsScreen'),
  ofBusiness('/business-dashboard/duplicates', owners, 'OwnPairsScreen'),
  ofBusiness('/business-dashboard/program', owners, 'OwnProgramScreen'),
  createRoute({
    ...under,
    path: '/business-dashboard/customers/$memberId',
    validateSearch: readDashboardSearch,
    ...forRoles(ownersAndStaff, screen(loadOfBusiness, 'OwnCustomerScreen')),
  }),
  ofBusiness('/business-dashboard/settings', owners, 'OwnSettingsScreen'),
  ofBusiness('/business-dashboard/plan', owners, 'OwnPlanScreen'),
  ofBusiness('/business-dashboard/staff', owners, 'OwnStaffScreen'),
  ofBusiness('/shift', ownersAndStaff, 'ShiftScreen'),
  ofBusiness('/business-dashboard/devices', owners, 'OwnDevicesScreen'),
  ofBusiness('/kiosk', ownersAndStaff, 'StartKioskScreen'),
  ofBusiness('/business-dashboard/tills', owners, 'OwnTillsScreen'),
  ofBusiness('/business-dashboard/offline-redemption', owners, 'OwnOfflineRedemptionScreen'),
  createRoute({
    ...under,
    path: '/business-dashboard/audit-log',
    validateSearch: readAuditSearch,
    ...forRoles(owners, screen(loadOfBusiness, 'OwnAuditLogScreen')),
  }),
  createRoute({
    ...under,
    path: '/business-dashboard/analytics',
    validateSearch: readAnalyticsSearch,
    ...forRoles(owners, screen(loadAnalytics, 'OwnAnalyticsScreen')),
  }),
  ofBusiness('/business-dashboard/branding', owners, 'OwnBrandingScreen'),
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

type ReadSearch<Search> = (search: Record<string, unknown>) => Search

/** The search of a screen that a link may also open with a form or a dialog. */
function withAct<Search extends object>(read: ReadSearch<Search>): ReadSearch<Search & ActSearch> {
  return (search) => ({ ...read(search), ...readAct(search) })
}

function ofPlatform<const Path extends string, Search extends object>(
  path: Path,
  validateSearch: ReadSearch<Search>,
  name: Screens<typeof loadOfPlatform>,
) {
  const component = screen(loadOfPlatform, name)
  return createRoute({ ...underPlatform, path, validateSearch, component })
}

// A separate list: inside the call, TypeScript would lose the types of its addresses.
const platform = [
  ofPlatform('/', readTenantSearch, 'PlatformOverviewScreen'),
  ofPlatform('/tenants', withAct(readTenantSearch), 'TenantsScreen'),
  ofPlatform('/tenants/$businessId', readAct, 'TenantPageScreen'),
  ofPlatform('/invitations', withAct(readWords), 'InvitationsScreen'),
  ofPlatform('/white-label', readWords, 'WhiteLabelScreen'),
  ofPlatform('/white-label/$businessId', readWords, 'TenantBrandingScreen'),
  createRoute({
    ...underPlatform,
    path: '/analytics',
    validateSearch: readAnalyticsSearch,
    component: screen(loadAnalytics, 'PlatformAnalyticsScreen'),
  }),
  ofPlatform('/audit', readAuditSearch, 'PlatformAuditScreen'),
  createRoute({
    ...underPlatform,
    path: '/system',
    component: screen(loadOfPlatform, 'SystemScreen'),
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
    /** The dashboard's tab; the address names the places of the menu. */
    dashboardTab?: DashboardTab
    /** The list of businesses that Back returns to. */
    tenantList?: TenantList
    /** The person who served the address's member at the counter. */
    servedBy?: string
  }
}
