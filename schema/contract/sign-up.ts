/** A sign-up: the look-up of a printed code, the form, and the operation that each source makes. */
import * as z from 'zod/mini'
import { birthday, customerKey, uuid } from './id.ts'
import { limits } from './limits.ts'
import { email, firstName, lastName, optionalEmail, optionalPhone } from './person.ts'
import { publicBusiness } from './public-business.ts'
import type { RefusalCode } from './refusal.ts'

/** `GET /signup/{code}`: what the sign-up page needs, also offline. */
export const signUpLookup = z.object({
  business: publicBusiness,
  qrCode: z.object({ locationName: z.nullable(z.string()) }),
  welcome: z.object({ points: z.number(), discountPercent: z.number() }),
  rewards: z.array(z.object({ name: z.string(), pointsRequired: z.number() })),
  paused: z.boolean(),
  /** The business has a birthday offer, so the form asks for the birthday. */
  asksBirthday: z.optional(z.boolean()),
})
export type SignUpLookup = z.infer<typeof signUpLookup>

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

/** A member asks for the link to their card. */
export const cardRequest = z.object({ email })

/** Version 1: with an email. */
export const signUpWithEmail = z
  .object({ memberId: uuid, ...signUpFields })
  .check(...consented, phoneForSms)

const reachable = z.refine<{ email: string; phone?: string | null | undefined }>(
  (form) => form.email !== '' || Boolean(form.phone),
  { path: ['phone'], error: 'Enter a phone number, or an email' },
)
const mailedTo = z.refine<{ email: string; marketingEmailConsent: boolean }>(
  (form) => form.email !== '' || !form.marketingEmailConsent,
  { path: ['email'], error: 'Enter an email to receive marketing emails' },
)

/**
 * `customer.signUp` as a device of the business queues it. The email is empty for someone without
 * one, if the business allows that.
 */
export const signUpByStaff = z
  .object({ memberId: uuid, ...signUpFields, email: optionalEmail })
  .check(...consented, phoneForSms, reachable, mailedTo)
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
