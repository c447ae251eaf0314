/**
 * One secret of the installation, a key of its own for each purpose (HKDF, RFC 5869): what is
 * learned of one says nothing about another, and a token made for one never passes for another.
 */
import { hkdfSync } from 'node:crypto'

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
  | 'pin seal'
  | `till ${string} ${string}`
  | 'customer key'
  | 'invite code'

/** Today's secret, and the one that was replaced by it: what was made with it is still read. */
export interface Secrets {
  sessionSecret: string
  previousSecret: string | undefined
}

const keyBytes = 32

/** A sign-up needs two of them: deriving each anew would be a tenth of its work. */
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

/** Today's first. */
export function deriveKeys(secrets: Secrets, purpose: SecretPurpose): Buffer[] {
  return [secrets.sessionSecret, secrets.previousSecret]
    .filter((secret) => secret !== undefined)
    .map((secret) => deriveKey(secret, purpose))
}
