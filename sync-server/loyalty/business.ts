/** A business's own row: its settings, its country, and whether it can be changed right now. */
import { createHash } from 'node:crypto'
import { getCountries } from 'libphonenumber-js'
import type { AppIconShape } from '#schema/contract/app-manifest.ts'
import { type Business, isReadOnly } from '#schema/contract/business.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { Trust } from '#schema/contract/offline-redemption.ts'
import type { PublicBusiness } from '#schema/contract/public-business.ts'
import { business } from '#schema/database/business.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { EmailBrand } from '#sync-server/email/email.ts'
import { rowsWhere } from '#sync-server/rule/ready-statement.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export type BusinessRow = typeof business.$inferSelect

const readBusiness = rowsWhere(business, 'id = $1')

export async function requireBusiness(tenant: Tenant): Promise<BusinessRow> {
  const [row] = await readBusiness(tenant.db, [tenant.businessId])
  return row ?? refuse('not_found')
}

/** @throws Refusal read_only or trial_ended while the business can't be changed */
export function requireWritable(row: BusinessRow, now: Date): void {
  if (isReadOnly(row, now)) refuse(row.status === 'suspended' ? 'read_only' : 'trial_ended')
}

export function toBusiness(row: BusinessRow, now: Date): Business {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    businessType: row.businessType,
    status: row.status,
    plan: row.plan,
    createdAt: row.createdAt.toISOString(),
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    logoUrl: row.logoUrl,
    primaryColor: row.primaryColor,
    secondaryColor: row.secondaryColor,
    accentColor: row.accentColor,
    brandAgreed: row.brandAgreed,
    features: row.features,
    welcomePoints: row.welcomePoints,
    welcomeDiscountPercent: row.welcomeDiscountPercent,
    pointsPerDollar: row.pointsPerDollar,
    earningRule: {
      id: row.earningRuleId,
      pointsPerDollar: row.pointsPerDollar,
      minimumPurchase: fromCents(row.minimumPurchaseCents),
      rounding: row.rounding,
      excludedTenders: row.excludedTenders,
    },
    programRevision: row.programRevision,
    trust: toTrust(row),
    sampleCustomers: row.sampleCustomers,
    postalAddress: row.postalAddress,
    timeZone: row.timeZone,
    signUpWithoutEmail: row.signUpWithoutEmail,
    askAbove: row.askAboveCents === null ? null : fromCents(row.askAboveCents),
    country: phoneCountryOf(row) || null,
    readOnly: isReadOnly(row, now),
  }
}

export function toPublicBusiness(row: BusinessRow): PublicBusiness {
  return {
    name: row.name,
    logoUrl: row.logoUrl,
    touchIcon: touchIconAddress(row),
    primaryColor: row.primaryColor,
    secondaryColor: row.secondaryColor,
    accentColor: row.accentColor,
    businessType: row.businessType,
    timeZone: row.timeZone,
  }
}

/** The look of mails sent in the business's name. */
export function toEmailBrand(row: BusinessRow, publicUrl: string): EmailBrand {
  return {
    primaryColor: row.primaryColor,
    accentColor: row.accentColor,
    replyTo: row.email,
    ...(row.logoUrl && { logoUrl: `${publicUrl}${row.logoUrl}` }),
  }
}

/** @returns the caps for redeeming rewards on trust; null if a redemption needs the server first */
export function toTrust(row: BusinessRow): Trust | null {
  const { trustPointsPerRedemption, trustPointsPerDevice } = row
  if (trustPointsPerRedemption === null || trustPointsPerDevice === null) return null
  return { pointsPerRedemption: trustPointsPerRedemption, pointsPerDevice: trustPointsPerDevice }
}

export interface Located {
  country: string | null
  timeZone: string | null
}

/** Node 20 has the property, later releases the method; TypeScript's library has neither. */
type Zoned = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined }

let countries: ReadonlyMap<string, string> | null = null

/** @returns empty if neither the country nor the time zone is known */
export function phoneCountryOf({ country, timeZone }: Located): string {
  return country ?? countryOfTimeZone(timeZone) ?? ''
}

function countryOfTimeZone(timeZone: string | null): string | null {
  if (timeZone === null) return null
  countries ??= readCountries()
  return countries.get(timeZone) ?? null
}

function readCountries(): Map<string, string> {
  const found = new Map<string, string>()
  for (const country of getCountries()) {
    const locale: Zoned = new Intl.Locale('und', { region: country })
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? []) {
      // The first country that has it: a zone that several share is of little use to tell them apart.
      if (!found.has(zone)) found.set(zone, country)
    }
  }
  return found
}

/** The address of a home-screen icon. */
export function appIconAddress(row: BusinessRow, shape: AppIconShape): string {
  return `/api/app-icon/${row.id}?shape=${shape}&v=${brandVersion(row)}`
}

/** iOS reads this icon from the page, not from the manifest. */
function touchIconAddress(row: BusinessRow): string {
  return row.features.whiteLabel ? appIconAddress(row, 'apple') : '/icons/apple-touch-icon.png'
}

/** Changes with the icon's content, so browsers may cache each URL forever. */
export function brandVersion(row: BusinessRow): string {
  const shown = [row.name, row.primaryColor, row.secondaryColor, row.logoUrl]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}
