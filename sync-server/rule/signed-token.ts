/**
 * Tokens that only this installation makes and reads (JWT, RFC 7519): each purpose has a key of its
 * own, so that a token for one thing never passes for another. After the secret was changed, tokens
 * of SESSION_SECRET_PREVIOUS are still read, and new ones are signed with today's.
 */
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { deriveKey, deriveKeys, type SecretPurpose, type Secrets } from '#sync-server/secret.ts'

type TokenPurpose = Extract<
  SecretPurpose,
  'session' | 'device' | 'seal ticket' | 'unsubscribe' | 'own data'
>

export interface TokenClaims {
  id?: string
  subject?: string
  issuedAt: Date
  expiresAt: Date
  /** Whatever else it says. */
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

/** @returns null for any token that is not one of ours, for this purpose and in date */
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
      // The next key, or nobody's.
    }
  }
  return null
}
