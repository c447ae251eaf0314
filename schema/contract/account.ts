/** An account: a login, and the rules and texts of its forms. */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { roles } from './permission.ts'
import { email, firstName, lastName, optionalPhone } from './person.ts'
import { secondStepWays } from './second-factor.ts'
import { codeLetters, plainDigits } from './typed-text.ts'

export const role = z.enum(roles)

/** Client and server both check the rules that the form's hint states (docs/specification.md). */
export const password = z.string('Password is required').check(
  z.minLength(limits.passwordLengthMin, 'Password must be at least 8 characters'),
  z.maxLength(limits.passwordLengthMax, `Use ${limits.passwordLengthMax} characters or fewer`),
  z.refine(
    (text) => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\d/.test(text),
    'Password needs an uppercase letter, a lowercase letter and a number',
  ),
)

export const oneTimeCode = z
  .string('Verification code must be 6 digits')
  .check(z.overwrite(plainDigits), z.regex(/^\d{6}$/, 'Verification code must be 6 digits'))

/**
 * For a password reset: the six digits, or the token of the mailed link (128 bits in base64url).
 */
export const resetCode = z
  .string('Verification code must be 6 digits')
  .check(
    z.overwrite(plainDigits),
    z.regex(/^(\d{6}|[\w-]{22})$/, 'Verification code must be 6 digits'),
  )

/** 16 characters of Crockford base32 in groups of four: XXXX-XXXX-XXXX-XXXX. */
export const inviteCode = z
  .string('Invite code is required')
  .check(
    z.maxLength(64, 'Enter the 16-character invite code'),
    z.overwrite(codeLetters),
    z.minLength(1, 'Invite code is required'),
    z.maxLength(32, 'Enter the 16-character invite code'),
  )

export const loginBody = z.object({
  email: z
    .string('Email is required')
    .check(z.trim(), z.minLength(1, 'Email is required'), z.maxLength(limits.emailLength)),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(1024)),
})
/** `userId` is a new random handle for the verification flow, never an account's id. */
export const loginAnswer = z.object({
  requiresVerification: z.boolean(),
  userId: uuid,
  user: z.nullable(z.object({ role })),
  /**
   * The password was right and a second step must follow, under `userId`; the person is not signed
   * in yet.
   */
  secondStep: z.optional(secondStepWays),
})

export const user = z.object({
  id: uuid,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  role,
  businessId: z.nullable(uuid),
  profileImageUrl: z.nullable(z.string()),
  marketingEmailConsent: z.boolean(),
  marketingConsentDate: z.nullable(instant),
  /** The business would have no owner left without this account. */
  isOnlyOwner: z.optional(z.boolean()),
  /** The new address that awaits its code, and the `userId` to verify it with. */
  pendingEmail: z.nullable(z.object({ email: z.string(), userId: uuid })),
  /** Whether they have a PIN for tills; absent in users stored by an older app. */
  hasPin: z.optional(z.boolean()),
  /** The till's name if the device is signed in as a till, not as a person. */
  till: z.optional(z.nullable(z.string())),
  /** 'needed': they can do nothing else until they have set up a second step. */
  secondFactor: z.optional(z.enum(['on', 'off', 'needed'])),
})
export type User = z.infer<typeof user>

/** Being signed out is a normal answer, so that a visitor's browser logs no error. */
export const sessionAnswer = z.object({
  user: z.nullable(user),
  /** Why this device's session ended; null if it expired or there was none. */
  endedBecause: z.nullable(z.enum(['account_closed', 'device_revoked'])),
})

export const registerBody = z.object({ inviteCode, firstName, lastName, email, password })
export const verifyBody = z.object({ userId: uuid, otpCode: oneTimeCode })
export const resendBody = z.object({ userId: uuid })
export const forgotBody = z.object({ email })
export const resetBody = z.object({ userId: uuid, otpCode: resetCode, newPassword: password })
export const newPasswordBody = z.object({
  currentPassword: z
    .string('Enter your current password')
    .check(z.minLength(1, 'Enter your current password'), z.maxLength(1024)),
  newPassword: password,
})
export const flowAnswer = z.object({ userId: uuid })
export const profileBody = z.partial(z.object({ firstName, lastName, email, phone: optionalPhone }))
/** The screen on which the person answered. */
const consentScreen = z.enum(['profile', 'email-preferences'])
export const marketingBody = z.object({
  marketingEmailConsent: z.boolean(),
  screen: z.optional(consentScreen),
})
/** One change of a consent: what the person agreed to, when, and on which screen. */
export const consentChange = z.object({
  channel: z.enum(['email']),
  granted: z.boolean(),
  textVersion: z.string(),
  screen: z.string(),
  recordedAt: instant,
})
export type ConsentChange = z.infer<typeof consentChange>

/** One of the person's sessions. */
export const session = z.object({
  id: uuid,
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>
