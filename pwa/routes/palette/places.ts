/** The screens and actions that the palette offers, by role. */

import type { RegisteredRouter } from '@tanstack/react-router'
import { accountPlaces } from '#pwa/routes/frame/account-places.ts'
import { businessPlaces, type Place } from '#pwa/routes/frame/places.ts'
import { platformPlaces } from '#pwa/routes/frame/platform-places.ts'
import type { TenantAct } from '#pwa/routes/platform/tenant-act.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { paletteTexts } from '#pwa/texts/palette.ts'
import { platformTexts } from '#pwa/texts/platform.ts'
import { rewardTexts } from '#pwa/texts/rewards.ts'
import type { Features } from '#schema/contract/business.ts'
import type { Role } from '#schema/contract/permission.ts'

/** A screen, or an action with the address that opens it. */
export interface Target {
  label: string
  href: string
}

const own = '/business-dashboard'
const platform = '/super-admin-dashboard'

/** @param features if unknown, nothing is hidden */
export function placesOf(
  { routesByPath }: Pick<RegisteredRouter, 'routesByPath'>,
  role: Role,
  features?: Features,
): Target[] {
  const ofRole =
    role === 'super_admin' ? platformPlaces() : businessPlaces(routesByPath, role, features)
  return [...ofRole.flatMap((place) => [place, ...(place.inside ?? [])]), ...accountPlaces()].map(
    toTarget,
  )
}

const toTarget = ({ to, tab, label, heading }: Place): Target => ({
  label: heading ?? label,
  href: tab ? `${to}?tab=${tab}` : to,
})

/** @param features if unknown, nothing is hidden */
export function actsOf(role: Role, features?: Features): Target[] {
  if (role === 'super_admin') {
    return [
      { label: platformTexts.newBusiness, href: `${platform}/tenants?do=new-business` },
      { label: platformTexts.createInvite, href: `${platform}/invitations?do=create-invite` },
      { label: platformTexts.deleteAccountEntry, href: `${platform}/tenants?do=delete-account` },
    ]
  }
  const { loyalty = true, qrCodes = true } = features ?? {}
  const isOwner = role === 'business_admin'
  const acts = [
    { label: businessTexts.signUpCustomer, href: '/counter?do=sign-up', may: loyalty },
    { label: paletteTexts.scan, href: '/counter?do=scan', may: true },
    {
      label: businessTexts.generateQrCode,
      href: `${own}?tab=qr-codes&do=create-qr-code`,
      may: isOwner && qrCodes,
    },
    {
      label: rewardTexts.create,
      href: `${own}?tab=rewards&do=create-reward`,
      may: isOwner && loyalty,
    },
  ]
  return acts.filter(({ may }) => may)
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
