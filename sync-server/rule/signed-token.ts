/**
 * Signed tokens that only this installation creates and reads (JWT, RFC 7519). Each purpose has its
 * own key, so a token for one never passes for another. After a change of secret, tokens of
 * SESSION_SECRET_PREVIOUS are still read, and new ones are signed with the current secret.
 */
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { deriveKey, deriveKeys, type SecretPurpose, type Secrets } from '#sync-server/secret.ts'

type TokenPurpose = Extract<
  SecretPurpose,
  'session' | 'device' | 'seal ticket' | 'unsubscribe' | 'own data' | 'member email'
>

export interface TokenClaims {
  id?: string
  subject?: string
  issuedAt: Date
  expiresAt: Date
  /** Additional claims. */
  more?: Record<string, string | number | null>
}

export function signToken(
  purpose: TokenPurpose,
  { id, subject, issuedAt, expiresAt, more }: TokenClaims,
  secrets: Secrets,
): Promise<string> {
  const token = new SignJWT({ ...more })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
  if (id !== undefined) token.setJti(id)
  if (subject !== undefined) token.setSubject(subject)
  return token.sign(deriveKey(secrets.sessionSecret, purpose))
}

/** @returns null for any token that isn't ours, for this purpose and unexpired */
export async function readToken(
  purpose: TokenPurpose,
  token: string,
  { now, secrets, lateSeconds = 0 }: { now: Date; secrets: Secrets; lateSeconds?: number },
): Promise<JWTPayload | null> {
  for (const key of deriveKeys(secrets, purpose)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iat'],
        currentDate: now,
        clockTolerance: lateSeconds,
      })
      return payload
    } catch {
      // Try the next key.
    }
  }
  return null
}
