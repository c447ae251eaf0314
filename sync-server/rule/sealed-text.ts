/**
 * Encrypts text that the server must be able to read again but a copy of the database must not
 * reveal (AES-256-GCM): queued mails, mailed card links, invite codes. Each purpose has its own
 * key.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, deriveKeys, type SecretPurpose, type Secrets } from '#sync-server/secret.ts'

type SealedPurpose = Extract<SecretPurpose, 'queued mail' | 'customer key' | 'invite code'>

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function sealText(
  purpose: SealedPurpose,
  text: string,
  { sessionSecret }: Pick<Secrets, 'sessionSecret'>,
): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(sessionSecret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns null if neither the current nor the previous key decrypts it */
export function openText(purpose: SealedPurpose, sealed: string, secrets: Secrets): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  for (const key of deriveKeys(secrets, purpose)) {
    try {
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(tag)
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      // Try the next key.
    }
  }
  return null
}
