/** The screens and actions that the palette offers, by role. */

import type { TenantAct } from '#pwa/routes/platform/tenant-act-dialog.tsx'
import { analyticsTexts } from '#pwa/texts/analytics.ts'
import { attentionTexts } from '#pwa/texts/attention.ts'
import { brandingTexts } from '#pwa/texts/branding.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { campaignTexts } from '#pwa/texts/campaigns.ts'
import { counterTexts } from '#pwa/texts/counter.ts'
import { devicesTexts } from '#pwa/texts/devices.ts'
import { memberPairTexts } from '#pwa/texts/member-pairs.ts'
import { offlineRedemptionTexts } from '#pwa/texts/offline-redemption.ts'
import { paletteTexts } from '#pwa/texts/palette.ts'
import { planTexts } from '#pwa/texts/plan.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { profileTexts } from '#pwa/texts/profile.ts'
import { programTexts } from '#pwa/texts/program.ts'
import { rewardTexts } from '#pwa/texts/rewards.ts'
import { settingsTexts } from '#pwa/texts/settings.ts'
import { shiftTexts } from '#pwa/texts/shift.ts'
import { tillTexts } from '#pwa/texts/till.ts'
import type { Features } from '#schema/contract/business.ts'
import type { Role } from '#schema/contract/permission.ts'

export interface Place {
  label: string
  href: string
  /** The place is hidden while this feature is off. */
  feature?: keyof Features
}

const own = '/business-dashboard'
const platform = '/super-admin-dashboard'

/** @param features if unknown, nothing is hidden */
export function placesOf(role: Role, features?: Features): Place[] {
  return [...placesOfRole(role), ...placesOfAll()].filter(isOnIn(features))
}

export function actsOf(role: Role, features?: Features): Place[] {
  if (role === 'super_admin') {
    return [
      { label: platformTexts.newBusiness, href: `${platform}/tenants?do=new-business` },
      { label: platformTexts.createInvite, href: `${platform}/invitations?do=create-invite` },
      { label: platformTexts.deleteAccountEntry, href: `${platform}/tenants?do=delete-account` },
    ]
  }
  const acts: Place[] = [
    { label: businessTexts.signUpCustomer, href: '/counter?do=sign-up', feature: 'loyalty' },
    { label: paletteTexts.scan, href: '/counter?do=scan' },
  ]
  if (role === 'business_admin') {
    acts.push(
      {
        label: businessTexts.generateQrCode,
        href: `${own}?tab=qr-codes&do=create-qr-code`,
        feature: 'qrCodes',
      },
      {
        label: rewardTexts.create,
        href: `${own}?tab=rewards&do=create-reward`,
        feature: 'loyalty',
      },
    )
  }
  return acts.filter(isOnIn(features))
}

/** An action on a business, with the address where it is shown or confirmed. */
export interface TenantPlace {
  label: string
  hrefOf: (businessId: string) => string
  /** Only for suspended businesses if true, for active ones if false. */
  suspended?: boolean
}

export function tenantPlaces(): TenantPlace[] {
  const { tenant } = platformTexts
  const asked = (act: TenantAct['kind']) => (id: string) => `${platform}/tenants/${id}?do=${act}`
  return [
    { label: platformTexts.viewDashboard, hrefOf: (id) => `${own}/${id}` },
    { label: platformTexts.configure, hrefOf: asked('configure') },
    { label: platformTexts.changePlanEntry, hrefOf: asked('plan') },
    { label: platformTexts.suspend, hrefOf: asked('suspend'), suspended: false },
    { label: platformTexts.reactivate, hrefOf: asked('reactivate'), suspended: true },
    { label: platformTexts.resendInvite, hrefOf: asked('invite') },
    { label: tenant.branding, hrefOf: (id) => `${platform}/white-label/${id}` },
    { label: platformTexts.auditLog, hrefOf: (id) => `${platform}/audit?business=${id}` },
  ]
}

/** 'suspend lantern': an action's name, then words to find a business. */
export function readTenantAct(typed: string): { place: TenantPlace; words: string } | null {
  const text = typed.trimStart().toLowerCase()
  for (const place of tenantPlaces()) {
    const name = `${place.label.toLowerCase()} `
    if (text.startsWith(name)) return { place, words: text.slice(name.length).trim() }
  }
  return null
}

function isOnIn(features: Features | undefined) {
  return ({ feature }: Place) => !feature || !features || features[feature]
}

function placesOfRole(role: Role): Place[] {
  if (role === 'super_admin') {
    return [
      { label: platformTexts.overview, href: platform },
      { label: platformTexts.tenants, href: `${platform}/tenants` },
      { label: platformTexts.invitations, href: `${platform}/invitations` },
      { label: platformTexts.whiteLabel, href: `${platform}/white-label` },
      { label: platformTexts.analytics, href: `${platform}/analytics` },
      { label: platformTexts.auditLog, href: `${platform}/audit` },
      { label: platformTexts.system, href: `${platform}/system` },
    ]
  }
  const counter: Place[] = [
    { label: counterTexts.title, href: '/counter' },
    { label: businessTexts.customers, href: `${own}?tab=customers` },
    { label: businessTexts.qrCodes, href: `${own}?tab=qr-codes`, feature: 'qrCodes' },
    { label: businessTexts.rewards, href: `${own}?tab=rewards`, feature: 'loyalty' },
    { label: shiftTexts.link, href: '/shift' },
    { label: businessTexts.pendingSync, href: '/outbox' },
  ]
  if (role === 'staff') return counter
  return [
    { label: businessTexts.dashboard, href: own },
    ...counter,
    { label: attentionTexts.title, href: `${own}/attention` },
    { label: analyticsTexts.title, href: `${own}/analytics`, feature: 'analytics' },
    { label: settingsTexts.title, href: `${own}/settings` },
    { label: programTexts.title, href: `${own}/program`, feature: 'loyalty' },
    { label: businessTexts.importCustomers, href: `${own}/imports`, feature: 'loyalty' },
    { label: memberPairTexts.title, href: `${own}/duplicates` },
    { label: campaignTexts.title, href: `${own}/campaigns`, feature: 'loyalty' },
    { label: brandingTexts.title, href: `${own}/branding`, feature: 'whiteLabel' },
    { label: offlineRedemptionTexts.title, href: `${own}/offline-redemption`, feature: 'loyalty' },
    { label: businessTexts.staff, href: `${own}/staff` },
    { label: devicesTexts.title, href: `${own}/devices` },
    { label: tillTexts.title, href: `${own}/tills` },
    { label: planTexts.title, href: `${own}/plan` },
    { label: businessTexts.activityLog, href: `${own}/audit-log` },
  ]
}

function placesOfAll(): Place[] {
  return [
    { label: profileTexts.title, href: '/profile' },
    { label: profileTexts.emailPreferences, href: '/email-preferences' },
    { label: paletteTexts.shortcuts, href: '/shortcuts' },
  ]
}
