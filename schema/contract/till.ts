/**
 * A till: a shared device of a business, enrolled once by an owner. A staff member unlocks it with
 * a PIN, also offline, and each operation carries a proof of their identity.
 */
import * as z from 'zod/mini'
import { isGuessable } from './guessable-pin.ts'
import { claimedInstant, instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { plainDigits } from './typed-text.ts'

/** Six digits, except those that are easy to guess. */
export const pin = z.string('Enter a 6-digit PIN').check(
  z.overwrite(plainDigits),
  z.regex(/^\d{6}$/, 'Enter a 6-digit PIN'),
  z.refine((digits) => !isGuessable(digits), 'That PIN is too easy to guess. Choose another.'),
)
export const pinBody = z.object({ pin })

/** The public half of a till's own key pair (P-256), as coordinates of a JWK. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
export const tillKey = z.object({ x: coordinate, y: coordinate })
export type TillKey = z.infer<typeof tillKey>

export const newTill = z.object({
  /** Absent from older apps, which enrolled without one. */
  publicKey: z.optional(tillKey),
  name: z
    .string('Name the till')
    .check(z.trim(), z.minLength(1, 'Name the till'), z.maxLength(limits.personNameLength)),
})

export type NewTill = z.infer<typeof newTill>

export const till = z.object({
  id: uuid,
  name: z.string(),
  /** The browser it was enrolled from. */
  device: z.string(),
  enrolledAt: instant,
  lastSeenAt: z.nullable(instant),
})
export type Till = z.infer<typeof till>

/** A person who may unlock this till. Only their PIN opens their key. */
export const tillPerson = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** A new PIN has a new time, which resets the wrong tries. */
  pinSetAt: instant,
  /** For PBKDF2 with SHA-256, base64url. */
  salt: z.string(),
  iterations: z.number(),
  /**
   * A compact JWE (`dir`, A256GCM) of the person's key at this till. If the till has a key pair, it
   * is wrapped in another JWE (`ECDH-ES`), whose `kid` is the `x` of the till's public key.
   */
  sealedKey: z.string(),
})
export type TillPerson = z.infer<typeof tillPerson>

/** The staff member who made an operation on a till, with a proof. */
export const staffClaim = z.object({
  id: uuid,
  proof: z.string().check(z.maxLength(64)),
  /** When they pressed the button, for work that keeps an earlier day: edits, retries, imports. */
  at: z.optional(claimedInstant),
})
export type StaffClaim = z.infer<typeof staffClaim>

/** The text that a proof signs, the same on the device and on the server. */
export function provedText(operation: {
  operationId: string
  name: string
  v: number
  payload?: unknown
}): string {
  const { operationId, name, v, payload } = operation
  return JSON.stringify([operationId, name, v, payload ?? null])
}

/**
 * The header of a call from an unlocked till: the person's id, the time by the server's clock (ms),
 * and the proof, separated by dots.
 */
export const staffHeader = 'Regulars-Staff'

/**
 * The text that a call's proof signs. No operation has such an id, so neither proof can pass for
 * the other.
 */
export function provedCallText({ method, path, at }: ProvedCall): string {
  return JSON.stringify(['call', method, path, at])
}
interface ProvedCall {
  method: string
  /** Without the query, as in the address. */
  path: string
  at: number
}
