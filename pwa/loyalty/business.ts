/** The business of this device, and the counts on its dashboard's cards. */
import { type LoyaltyView, timeZoneOfView } from '#pwa/loyalty/loyalty-view.ts'
import { readQrCodes } from '#pwa/loyalty/qr-code.ts'
import { readRewards } from '#pwa/loyalty/reward.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { type Business, defaultColors, isReadOnly } from '#schema/contract/business.ts'
import { defaultTimeZone } from '#schema/contract/day.ts'
import { limits } from '#schema/contract/limits.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface OwnBusiness {
  business: Business | null
  loading: boolean
}

/** The four cards of the dashboard. */
export interface BusinessCounts {
  customers: number
  qrCodes: number
  scans: number
  activeRewards: number
  /** A device holds only the newest customers of a very large business. */
  moreCustomers: boolean
  loading: boolean
}

const businessTables: readonly DeviceTable[] = ['business']
const countTables: readonly DeviceTable[] = ['business', 'customer', 'qrCode', 'reward']
const noBusiness: OwnBusiness = { business: null, loading: true }
const noCounts: BusinessCounts = {
  customers: 0,
  qrCodes: 0,
  scans: 0,
  activeRewards: 0,
  moreCustomers: false,
  loading: true,
}

/** It has colors or a logo of its own, or an owner agreed to the proposed colors. */
export function hasOwnBrand(business: Business): boolean {
  const { brandAgreed, logoUrl, primaryColor, secondaryColor } = business
  return (
    brandAgreed === true ||
    logoUrl !== null ||
    primaryColor !== defaultColors.primary ||
    secondaryColor !== defaultColors.secondary
  )
}

export function useBusiness(): OwnBusiness {
  return useLive(readBusiness, businessTables, noBusiness)
}

/** The business's time zone, in which coupons and rewards end, wherever this device is. */
export function useTimeZone(): string {
  return useLive(timeZoneOfView, businessTables, defaultTimeZone)
}

export function readBusiness(view: LoyaltyView, now = new Date()): OwnBusiness {
  const found = view.overlay.business ?? view.records.get('business', view.businessId)
  return {
    business: found ? { ...found, readOnly: isReadOnly(found, now) } : null,
    loading: !view.records.isLoaded('business'),
  }
}

export function useBusinessCounts(): BusinessCounts {
  return useLive(readBusinessCounts, countTables, noCounts)
}

export function readBusinessCounts(view: LoyaltyView): BusinessCounts {
  const { qrCodes } = readQrCodes(view)
  const customers = view.records.count('customer')
  return {
    customers: customers + view.overlay.signUps.size,
    qrCodes: qrCodes.length,
    scans: qrCodes.reduce((sum, qrCode) => sum + qrCode.scanCount, 0),
    activeRewards: readRewards(view).rewards.filter(({ isActive }) => isActive).length,
    moreCustomers: customers >= limits.deviceCustomers,
    loading: !view.records.isLoaded('customer'),
  }
}
