/**
 * One secret of the installation, a key of its own for each purpose (HKDF, RFC 5869): what is
 * learned of one says nothing about another, and a token made for one never passes for another.
 */
import { hkdfSync } from 'node:crypto'

export type SecretPurpose = `database login ${string}` | 'mailbox' | 'web push'

const keyBytes = 32

export function deriveKey(secret: string, purpose: SecretPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'regulars', purpose, keyBytes))
}
