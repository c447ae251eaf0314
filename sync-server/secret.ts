/**
 * Derives one key per purpose from the installation's secret (HKDF, RFC 5869): leaking one reveals
 * nothing about the others, and a token made for one purpose never passes for another.
 */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'

export type SecretPurpose =
  | `database login ${string}`
  | 'mailbox'
  | 'web push'
  | 'session'
  | 'device'
  | 'one-time code'
  | 'seal key'
  | 'seal ticket'
  | 'queued mail'
  | 'authenticator app'
  | 'unsubscribe'
  | 'own data'
  | 'member email'
  | 'pin seal'
  | `till ${string} ${string}`
  | 'customer key'
  | 'invite code'
  | 'coupon code'

/**
 * The current secret and the one it replaced; whatever was made with the old one still validates.
 */
export interface Secrets {
  sessionSecret: string
  previousSecret: string | undefined
}

const keyBytes = 32

/** Cache: a sign-up needs two keys, and deriving them each time would be a tenth of its work. */
const derived = new Map<string, Buffer>()
const keysRemembered = 1_000

export function deriveKey(secret: string, purpose: SecretPurpose): Buffer {
  const name = `${purpose} ${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, 'regulars', purpose, keyBytes))
  if (derived.size >= keysRemembered) derived.clear()
  derived.set(name, key)
  return key
}

/** The current secret's key first. */
export function deriveKeys(secrets: Secrets, purpose: SecretPurpose): Buffer[] {
  return [secrets.sessionSecret, secrets.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) => deriveKey(secret, purpose))
}

/** Compares in constant time, whatever was given. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
