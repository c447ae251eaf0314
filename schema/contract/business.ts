/** A business: one tenant of the platform. Its shapes are the specification's. */
import * as z from 'zod/mini'
import { earningRule } from './earning.ts'
import { color, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { trust } from './offline-redemption.ts'
import { email, optionalPhone } from './person.ts'
import { businessType } from './public-business.ts'

export const plan = z.enum(['trial', 'basic', 'pro', 'enterprise'])
export const businessStatus = z.enum(['active', 'trial', 'suspended'])
export const defaultColors = {
  primary: '#3B82F6',
  secondary: '#8B5CF6',
  accent: '#F59E0B',
} as const

export const features = z.object({
  qrCodes: z.boolean(),
  loyalty: z.boolean(),
  whiteLabel: z.boolean(),
  analytics: z.boolean(),
})
export type Features = z.infer<typeof features>

export const businessName = z
  .string('Business name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Business name is required'),
    z.maxLength(limits.businessNameLength, `Use ${limits.businessNameLength} characters or fewer`),
  )

export const business = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  businessType,
  status: businessStatus,
  plan,
  createdAt: instant,
  trialEndsAt: z.nullable(instant),
  logoUrl: z.nullable(z.string()),
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  /**
   * An owner has saved the branding, changed or as it was proposed. Absent in rows stored by an
   * earlier app.
   */
  brandAgreed: z.optional(z.boolean()),
  features,
  welcomePoints: z.number(),
  welcomeDiscountPercent: z.number(),
  pointsPerDollar: z.number(),
  earningRule,
  /** Changes with each change of the program; an editor sends back the revision it was based on. */
  programRevision: uuid,
  /**
   * Rewards may be handed over offline within these limits; null means the server must confirm
   * first.
   */
  trust: z.optional(z.nullable(trust)),
  /**
   * The number of sample customers (sample-customer.ts). Absent in rows stored by an earlier app.
   */
  sampleCustomers: z.optional(z.number()),
  /**
   * Printed in campaign mails, which cannot be sent without one. Absent in rows stored by an
   * earlier app.
   */
  postalAddress: z.optional(z.nullable(z.string())),
  /**
   * The time zone in which its days begin and end (day.ts). Null until an owner's browser has
   * proposed one.
   */
  timeZone: z.optional(z.nullable(z.string())),
  /**
   * Staff may sign customers up with a phone number alone. Absent in rows stored by an earlier app.
   */
  signUpWithoutEmail: z.optional(z.boolean()),
  /**
   * The counter asks once before it records a purchase above this amount; empty or null for no such
   * bound. Absent in rows stored by an earlier app.
   */
  askAbove: z.optional(z.nullable(z.string())),
  /**
   * ISO 3166: the country whose phone numbers need no country code. Absent in rows stored by an
   * earlier app.
   */
  country: z.optional(z.nullable(z.string())),
  /** True while nothing can be changed: suspended, or the trial is over (`isReadOnly`). */
  readOnly: z.boolean(),
})
export type Business = z.infer<typeof business>

type Standing = Pick<Business, 'status' | 'plan'> & { trialEndsAt: string | Date | null }

/**
 * Suspended, or on the trial plan after the trial's end (docs/product.md, "Businesses"). A trial
 * ends without a write, so a device also checks its own clock.
 */
export function isReadOnly({ status, plan, trialEndsAt }: Standing, now: Date): boolean {
  if (status === 'suspended') return true
  return plan === 'trial' && trialEndsAt !== null && new Date(trialEndsAt) <= now
}

/** The four cards of the dashboard, for readers without the business's rows. */
const businessCounts = z.object({
  customers: z.number(),
  qrCodes: z.number(),
  scans: z.number(),
  activeRewards: z.number(),
})
export type BusinessCounts = z.infer<typeof businessCounts>
export const countedBusiness = z.extend(business, { counts: businessCounts })

export const newBusiness = z.object({
  name: businessName,
  businessType: z._default(businessType, 'restaurant_cafe'),
  email,
  phone: optionalPhone,
  plan: z._default(plan, 'trial'),
  features: z.optional(z.partial(features)),
  /** Mails the owner an invite to this business. */
  inviteOwner: z.optional(z.boolean()),
})
