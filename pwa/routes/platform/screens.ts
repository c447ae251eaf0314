/** The platform's screens in one file, because super admins open several of them in a visit. */
export { TenantBrandingScreen, WhiteLabelScreen } from '#pwa/routes/branding/white-label.tsx'
export { InvitationsScreen } from './invitations-screen.tsx'
export { PlatformOverviewScreen } from './overview.tsx'
export { PlatformAuditScreen } from './platform-audit.tsx'
export { SuperAdminLayout } from './platform-frame.tsx'
export { SuperAdminHomeScreen } from './platform-home.tsx'
export { TenantPageScreen } from './tenant-page.tsx'
export { TenantsScreen } from './tenants-screen.tsx'
