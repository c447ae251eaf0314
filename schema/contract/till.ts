/**
 * A till: a shared device of a business, enrolled once by an owner. Whoever works it unlocks it with
 * a PIN, also offline, and each operation carries a proof of who that was.
 */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'
import { limits } from './limits.ts'
import { plainDigits } from './typed-text.ts'

/** Six digits: not one digit six times, and no run like 123456. */
export const pin = z.string('Enter a 6-digit PIN').check(
  z.overwrite(plainDigits),
  z.regex(/^\d{6}$/, 'Enter a 6-digit PIN'),
  z.refine((digits) => !isRun(digits), 'That PIN is too easy to guess. Choose another.'),
)
export const pinBody = z.object({ pin })

export const newTill = z.object({
  name: z
    .string('Name the till')
    .check(z.trim(), z.minLength(1, 'Name the till'), z.maxLength(limits.personNameLength)),
})

export const till = z.object({
  id: uuid,
  name: z.string(),
  /** What browser it was enrolled from. */
  device: z.string(),
  enrolledAt: instant,
  lastSeenAt: z.nullable(instant),
})
export type Till = z.infer<typeof till>

/** Someone who may unlock this till. Their key opens with their PIN and nothing else. */
export const tillPerson = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** A new PIN has a new time: tries against the one before are forgotten. */
  pinSetAt: instant,
  /** Of PBKDF2 with SHA-256, base64url. */
  salt: z.string(),
  iterations: z.number(),
  /** A compact JWE (`dir`, A256GCM): the person's key at this till. */
  sealedKey: z.string(),
})
export type TillPerson = z.infer<typeof tillPerson>

/** Who worked the till when an operation was made, and the proof. */
export const staffClaim = z.object({
  id: uuid,
  proof: z.string().check(z.maxLength(64)),
})
export type StaffClaim = z.infer<typeof staffClaim>

/** What a proof is made over: the same text on the device and on the server. */
export function provedText(operation: {
  operationId: string
  name: string
  v: number
  payload?: unknown
}): string {
  const { operationId, name, v, payload } = operation
  return JSON.stringify([operationId, name, v, payload ?? null])
}

function isRun(digits: string): boolean {
  const steps = new Set(
    [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index])),
  )
  const [step = 9] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}
