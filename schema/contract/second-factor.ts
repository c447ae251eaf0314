/**
 * The second step of signing in: a passkey (WebAuthn), the six digits of an authenticator app
 * (TOTP, RFC 6238), or a recovery code that works once.
 */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { codeLetters, plainDigits } from './typed-text.ts'

const bytes = (length: number) => z.string().check(z.maxLength(length), z.regex(/^[\w-]+={0,2}$/))
const codeMessage = 'Enter the 6-digit code from your app'

export const appCode = z
  .string(codeMessage)
  .check(z.overwrite(plainDigits), z.regex(/^\d{6}$/, codeMessage))

/** Typed from paper: spaces, dashes and case do not matter. */
export const recoveryCode = z
  .string('Enter a recovery code')
  .check(
    z.maxLength(64, 'Enter a recovery code'),
    z.overwrite(codeLetters),
    z.minLength(1, 'Enter a recovery code'),
    z.maxLength(40, 'Enter a recovery code'),
  )

/** The browser's result for a new passkey: PublicKeyCredential.toJSON(). */
const madePasskey = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export type MadePasskey = z.infer<typeof madePasskey>

/** The same for using a passkey. */
const usedPasskey = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    userHandle: z.optional(z.string().check(z.maxLength(256))),
  }),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})
export type UsedPasskey = z.infer<typeof usedPasskey>

/** For navigator.credentials, in the standard's format. */
export const passkeyOptions = z.record(z.string(), z.unknown())

/** `userId` is the handle that `auth.login` answered with. */
export const secondStepBody = z.discriminatedUnion('way', [
  z.object({ userId: uuid, way: z.literal('app'), code: appCode }),
  z.object({ userId: uuid, way: z.literal('recovery'), code: recoveryCode }),
  z.object({ userId: uuid, way: z.literal('passkey'), passkey: usedPasskey }),
])
export type SecondStep = z.infer<typeof secondStepBody>
export const secondStepBegun = z.object({ userId: uuid })

/** The second steps available to a person whose password was right. */
export const secondStepWays = z.object({ passkey: z.boolean(), app: z.boolean() })
export type SecondStepWays = z.infer<typeof secondStepWays>

export const passkeyName = z
  .string('Name the passkey')
  .check(z.trim(), z.minLength(1, 'Name the passkey'), z.maxLength(limits.personNameLength))

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>

export const secondFactor = z.object({
  passkeys: z.array(passkey),
  /** When the authenticator app was set up. */
  appSince: z.nullable(instant),
  recoveryCodesLeft: z.number(),
  /** Whether this person must have a second factor. */
  isRequired: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactor>

export const newPasskey = z.object({ name: passkeyName, passkey: madePasskey })
export const renamedPasskey = z.object({ name: passkeyName })
/** The client returns `setup` with the first code: nothing is stored before that. */
export const appSetup = z.object({ secret: z.string(), address: z.string(), setup: z.string() })
export const appConfirmation = z.object({
  setup: z.string().check(z.minLength(1), z.maxLength(2000)),
  code: appCode,
})

/** Shown once: with the first passkey or app, and when new ones are made. */
export const recoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })
