/**
 * Screens of the user's own business in its frame, in one file: program, staff, branding, audit
 * log.
 */
import { AttentionScreen } from '#pwa/routes/attention/attention.tsx'
import { AuditLogScreen } from '#pwa/routes/audit-log/audit-log.tsx'
import { PlanScreen } from '#pwa/routes/business/plan.tsx'
import { ProgramScreen } from '#pwa/routes/business/program.tsx'
import { CampaignsScreen } from '#pwa/routes/campaigns/campaigns.tsx'
import { OfflineRedemptionScreen } from '#pwa/routes/counter/offline-redemption.tsx'
import { PairsScreen } from '#pwa/routes/customers/pairs.tsx'
import { CustomerScreen } from '#pwa/routes/customers/panel.tsx'
import { DevicesScreen } from '#pwa/routes/devices/devices.tsx'
import { inOwnFrame } from '#pwa/routes/frame/own-frame.tsx'
import { ImportsScreen } from '#pwa/routes/imports/imports.tsx'
import { SettingsScreen } from '#pwa/routes/settings/settings.tsx'
import { StaffScreen } from '#pwa/routes/staff/staff.tsx'
import { TillsScreen } from '#pwa/routes/till/tills.tsx'

export { OwnBrandingScreen } from '#pwa/routes/branding/own-branding.tsx'
export { ShiftScreen } from '#pwa/routes/counter/shift.tsx'
export { StartKioskScreen } from '#pwa/routes/till/start-kiosk.tsx'

export const OwnAttentionScreen = inOwnFrame(AttentionScreen)
export const OwnCampaignsScreen = inOwnFrame(CampaignsScreen, 'loyalty')
export const OwnImportsScreen = inOwnFrame(ImportsScreen, 'loyalty')
export const OwnProgramScreen = inOwnFrame(ProgramScreen, 'loyalty')
export const OwnStaffScreen = inOwnFrame(StaffScreen)
export const OwnDevicesScreen = inOwnFrame(DevicesScreen)
export const OwnTillsScreen = inOwnFrame(TillsScreen)
export const OwnAuditLogScreen = inOwnFrame(AuditLogScreen)
export const OwnOfflineRedemptionScreen = inOwnFrame(OfflineRedemptionScreen, 'loyalty')
export const OwnCustomerScreen = inOwnFrame(CustomerScreen)
export const OwnPairsScreen = inOwnFrame(PairsScreen)
export const OwnPlanScreen = inOwnFrame(PlanScreen)
export const OwnSettingsScreen = inOwnFrame(SettingsScreen)
