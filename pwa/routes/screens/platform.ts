/** The platform's screens in one file, because super admins open several of them in a visit. */
export { TenantBrandingScreen, WhiteLabelScreen } from '#pwa/routes/branding/white-label.tsx'
export { SuperAdminLayout } from '#pwa/routes/frame/platform-frame.tsx'
export { InvitationsScreen } from '#pwa/routes/platform/invitations-screen.tsx'
export { PlatformOverviewScreen } from '#pwa/routes/platform/overview.tsx'
export { PlatformAuditScreen } from '#pwa/routes/platform/platform-audit.tsx'
export { SuperAdminHomeScreen } from '#pwa/routes/platform/platform-home.tsx'
export { TenantPageScreen } from '#pwa/routes/platform/tenant-page.tsx'
export { TenantsScreen } from '#pwa/routes/platform/tenants-screen.tsx'
