/**
 * A customer. Within a business, `id` is the member id, which opens nothing; on the customer's own
 * page and in the answer to a sign-up, `id` is the key that opens their page (docs/product.md).
 */
import * as z from 'zod/mini'
import { publicBusiness } from './business.ts'
import { coupon } from './coupon.ts'
import { birthday, customerKey, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { email, firstName, lastName, optionalEmail, optionalPhone, phone } from './person.ts'
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
  /**
   * The mailbox that does not exist was never proved, so another address counts at once, without a
   * link; only on owners' devices.
   */
  movesEmailAtOnce: z.optional(z.boolean()),
  /** An import brought them over, so their first day here is no sign-up. */
  imported: z.optional(z.boolean()),
  /**
   * Their address once the link mailed there is pressed; only on owners' devices. Null on a device
   * whose correction has not reached the server.
   */
  pendingEmail: z.optional(z.object({ address: z.string(), until: z.nullable(instant) })),
  /** An owner asked to erase them, and why; only on owners' devices. */
  erasure: z.optional(z.object({ dueAt: instant, reason: z.string() })),
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

/** The fields that everyone at the counter may correct, by the rules of the sign-up. */
export const customerDetails = z.object({ firstName, lastName, phone })
export type CustomerDetails = z.infer<typeof customerDetails>
/** With the email, which owners and the member may correct. */
export const customerContact = z.extend(customerDetails, { email })
export type CustomerContact = z.infer<typeof customerContact>
export const correctable = [
  'firstName',
  'lastName',
  'phone',
  'email',
] as const satisfies readonly (keyof CustomerContact)[]

/** Compared, never stored; not tidied, because earlier releases stored other spellings. */
const seenName = z.string().check(z.maxLength(limits.personNameLength))
const seenDetails = z.object({
  firstName: seenName,
  lastName: seenName,
  /** Masked if the editor sees it masked. */
  phone: z.string().check(z.maxLength(limits.phoneLength)),
})
const seenContact = z.extend(seenDetails, {
  email: z.string().check(z.maxLength(limits.emailLength)),
})

/**
 * `customer.change`: corrects a member. Only changed fields are named; an empty phone removes the
 * number. `seen` has what the editor's screen showed for each of them.
 */
const correction = { changes: z.partial(customerContact), seen: z.partial(seenContact) }

export type Correction = z.infer<z.ZodMiniObject<typeof correction>>

/**
 * Restores the number that a change replaced. Staff send it because they see numbers masked. `phone`
 * is the mask, which devices show meanwhile.
 */
const undoOf = z.optional(
  z.object({ changeId: uuid, phone: z.string().check(z.maxLength(limits.phoneLength)) }),
)
type Undoing = Correction & { undoOf?: z.infer<typeof undoOf> }

const namesAChange = z.refine<Undoing>(
  ({ changes, undoOf }) =>
    undoOf !== undefined || correctable.some((field) => changes[field] !== undefined),
  { path: ['changes'], error: 'Change at least one field' },
)
const saysWhatWasSeen = z.refine<Undoing>(
  ({ changes, seen, undoOf }) =>
    correctable.every((field) => changes[field] === undefined || seen[field] !== undefined) &&
    (undoOf === undefined || seen.phone !== undefined),
  { path: ['seen'], error: 'Name the value before the change' },
)

/** Version 1: without the email. */
export const changedDetails = z
  .object({
    memberId: uuid,
    changes: z.partial(customerDetails),
    seen: z.partial(seenDetails),
  })
  .check(namesAChange, saysWhatWasSeen)

export const changedCustomer = z
  .object({ memberId: uuid, ...correction, undoOf })
  .check(namesAChange, saysWhatWasSeen)
export type ChangedCustomer = z.infer<typeof changedCustomer>

/** The same by the member, on the card that their key opens. */
export const ownChange = z.object(correction).check(namesAChange, saysWhatWasSeen)

/**
 * Whether each changed field still has the value that the editor saw, or already the new one.
 * @param seesContact false compares addresses and phone numbers by their masks: staff and members
 * see no more, and an answer must not tell them whether a guess is right. An owner may have seen
 * the mask of a number.
 */
export function isAsSeen(
  { changes, seen }: Correction,
  now: CustomerContact,
  seesContact: boolean,
): boolean {
  const maskNumber = (number: string) => maskPhone(number) ?? ''
  const isSame = (field: keyof CustomerContact, known: string) => {
    if (known === now[field]) return true
    if (field === 'email') return !seesContact && maskEmail(known) === maskEmail(now.email)
    if (field !== 'phone') return false
    if (seesContact) return known === maskNumber(now.phone)
    return maskNumber(known) === maskNumber(now.phone)
  }
  return correctable.every((field) => {
    const typed = changes[field]
    return typed === undefined || isSame(field, typed) || isSame(field, seen[field] ?? '')
  })
}

/** @returns the fields that differ from what the editor saw; null if none does */
export function correctionOf(
  typed: Partial<CustomerContact>,
  shown: Partial<CustomerContact>,
): Correction | null {
  const differing = correctable.filter(
    (field) => typed[field] !== undefined && typed[field] !== shown[field],
  )
  if (differing.length === 0) return null
  const only = (of: Partial<CustomerContact>) =>
    Object.fromEntries(differing.map((field) => [field, of[field]]))
  return { changes: only(typed), seen: only(shown) }
}

/**
 * The correction that takes another one back.
 * @param changeId the operation of the correction
 */
export function undoCorrection(
  changeId: string,
  { changes, seen }: Correction,
): Omit<ChangedCustomer, 'memberId'> {
  const { email: newEmail, phone: newPhone, ...newNames } = changes
  const { email, phone, ...names } = seen
  const isMasked = phone !== undefined && phone !== '' && maskPhone(phone) === phone
  return {
    changes: {
      ...names,
      ...(phone !== undefined && !isMasked && { phone }),
      // The stored address again: withdraws the link.
      ...(newEmail !== undefined && { email }),
    },
    seen: {
      ...newNames,
      ...(newPhone !== undefined && { phone: newPhone }),
      ...(newEmail !== undefined && { email }),
    },
    ...(isMasked && { undoOf: { changeId, phone } }),
  }
}

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
  if (address === '') return ''
  const at = address.lastIndexOf('@')
  const first = [...address][0] ?? ''
  return `${first}•••${address.slice(at)}`
}

/** '+1 555 010 0199' → '••• 0199': the last four digits, which staff may search for. */
export function maskPhone(number: string | null): string | null {
  if (!number) return null
  return `••• ${digitsOf(number).slice(-4)}`
}
