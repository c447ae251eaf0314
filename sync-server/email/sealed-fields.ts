/**
 * What a queued mail says, codes and links to cards among it, sealed while it waits (AES-256-GCM with
 * a key of the installation): a copy of the database opens nothing with it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, deriveKeys, type Secrets } from '#sync-server/secret.ts'

type Fields = Record<string, string>

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function sealFields(
  fields: Fields,
  { sessionSecret }: Pick<Secrets, 'sessionSecret'>,
): Fields {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(sessionSecret, 'queued mail'), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(fields), 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url') }
}

/** @returns what was queued in clear by an older release as it is; null for what no key opens */
export function openFields(kept: Fields, secrets: Secrets): Fields | null {
  if (kept.sealed === undefined) return kept
  const bytes = Buffer.from(kept.sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  for (const key of deriveKeys(secrets, 'queued mail')) {
    try {
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(tag)
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as Fields
    } catch {
      // The next key, or nobody's.
    }
  }
  return null
}
