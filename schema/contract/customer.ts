/**
 * A customer. Within a business, `id` is the member id, which opens nothing; on the customer's own
 * page and in the answer to a sign-up, `id` is the key that opens their page (docs/product.md).
 */
import * as z from 'zod/mini'
import { publicBusiness } from './business.ts'
import { coupon } from './coupon.ts'
import { birthday, customerKey, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { email, firstName, lastName, optionalPhone } from './person.ts'
import { transaction } from './points.ts'
import type { RefusalCode } from './refusal.ts'
import { reward } from './reward.ts'
import { digitsOf } from './typed-text.ts'

export const customer = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Masked for staff. */
  email: z.string(),
  /** Only the last four digits for staff. */
  phone: z.nullable(z.string()),
  points: z.number(),
  /** The fraction of a point earned so far, in ten-thousandths. */
  pointsCarry: z.optional(z.number()),
  totalSpent: z.string(),
  createdAt: instant,
  /** The team's note; only on devices of the business. */
  note: z.optional(z.nullable(z.string())),
  /** A mail server reported that the mailbox does not exist. */
  mailFails: z.optional(z.boolean()),
  /** The consents they gave; only on owners' devices. */
  consents: z.optional(z.array(z.enum(['email', 'sms', 'push']))),
})
export type Customer = z.infer<typeof customer>

export const deviceInfo = z.object({
  userAgent: z.string().check(z.maxLength(512)),
  language: z.string().check(z.maxLength(35)),
  platform: z.string().check(z.maxLength(64)),
  screenResolution: z.string().check(z.maxLength(32)),
  timezone: z.string().check(z.maxLength(64)),
  /** The app leaves it empty: a fingerprint needs consent (docs/specification.md). */
  canvas: z.optional(z.string().check(z.maxLength(limits.canvasPrefixLength))),
})
export type DeviceInfo = z.infer<typeof deviceInfo>

const signUpFields = {
  firstName,
  lastName,
  email,
  phone: optionalPhone,
  /** Asked only if the business has a birthday offer. */
  birthday: z.optional(z.nullable(birthday)),
  marketingEmailConsent: z._default(z.boolean(), false),
  marketingSmsConsent: z._default(z.boolean(), false),
  pushNotificationConsent: z._default(z.boolean(), false),
  termsAccepted: z._default(z.boolean(), false),
  privacyPolicyAccepted: z._default(z.boolean(), false),
}

/** `params` names the refusal, so that a reworded message keeps its code. */
const consented = (['termsAccepted', 'privacyPolicyAccepted'] as const).map((field) =>
  z.refine<Record<typeof field, boolean>>((form) => form[field], {
    path: [field],
    error: 'Please accept the Terms of Service and Privacy Policy to continue',
    params: { refusal: 'consent_required' satisfies RefusalCode },
  }),
)
const phoneForSms = z.refine<{ marketingSmsConsent: boolean; phone?: string | null | undefined }>(
  (form) => !form.marketingSmsConsent || Boolean(form.phone),
  {
    path: ['phone'],
    error: 'Please provide a phone number to receive SMS marketing',
    params: { refusal: 'phone_required' satisfies RefusalCode },
  },
)

/** `POST /api/signup/{code}`: the documented payload and the two ids made on the phone. */
export const signUpPayload = z
  .object({
    ...signUpFields,
    deviceId: z.optional(z.string().check(z.maxLength(limits.deviceIdLength))),
    deviceInfo: z.optional(deviceInfo),
    id: z.optional(customerKey),
    memberId: z.optional(uuid),
  })
  .check(...consented, phoneForSms)
export type SignUpPayload = z.infer<typeof signUpPayload>

/** `customer.signUp` as a device of the business queues it. */
export const signUpByStaff = z
  .object({ memberId: uuid, ...signUpFields })
  .check(...consented, phoneForSms)
export type SignUpByStaff = z.infer<typeof signUpByStaff>

/** `customer.signUp` as the documented call makes it for a visitor. */
export const signUpByVisitor = z
  .object({
    memberId: uuid,
    ...signUpFields,
    /** Digest of the key that opens their card; stored operations never contain the key. */
    keyDigest: z.optional(z.string()),
    /**
     * The sealed key, if the server made it instead of the phone: lets a repeated request get the
     * same answer.
     */
    sealedKey: z.optional(z.string()),
    qrCodeId: z.optional(uuid),
    device: z.optional(z.string()),
  })
  .check(...consented, phoneForSms)
export type SignUpByVisitor = z.infer<typeof signUpByVisitor>

export const signUpAnswer = z.object({
  bonusPoints: z.number(),
  welcomeCoupon: z.nullable(z.string()),
  customer: z.object({ id: uuid }),
})
export type SignUpAnswer = z.infer<typeof signUpAnswer>

/** `GET /api/customer/{customerId}`; e-mail and phone are masked. */
export const customerPage = z.object({
  customer: z.extend(customer, { memberId: uuid }),
  business: publicBusiness,
  transactions: z.array(transaction),
  availableRewards: z.array(reward),
  coupons: z.array(coupon),
  /** True until the owner has decided on the welcome. */
  welcomeHeld: z.boolean(),
})
export type CustomerPage = z.infer<typeof customerPage>

/** 'ada@example.com' → 'a•••@example.com' */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const first = [...address][0] ?? ''
  return `${first}•••${address.slice(at)}`
}

/** '+1 555 010 0199' → '••• 0199': the last four digits, which staff may search for. */
export function maskPhone(number: string | null): string | null {
  if (!number) return null
  return `••• ${digitsOf(number).slice(-4)}`
}
