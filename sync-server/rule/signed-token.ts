/**
 * Signed tokens that only this installation creates and reads (JWT, RFC 7519). Each purpose has its
 * own key, so a token for one never passes for another. After a change of secret, tokens of
 * SESSION_SECRET_PREVIOUS are still read, and new ones are signed with the current secret. A session
 * is named by a short token instead, which a till sends a thousand times a day: the database knows
 * the rest.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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

/** Random bytes and the first half of their HMAC-SHA-256 (RFC 2104, section 5). */
export function makeShortToken(purpose: TokenPurpose, secrets: Secrets): string {
  const random = randomBytes(randomLength)
  const mark = markOf(random, deriveKey(secrets.sessionSecret, purpose))
  return Buffer.concat([random, mark]).toString('base64url')
}

export function isShortToken(purpose: TokenPurpose, token: string, secrets: Secrets): boolean {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== randomLength + markLength) return false
  if (bytes.toString('base64url') !== token) return false
  const [random, mark] = [bytes.subarray(0, randomLength), bytes.subarray(randomLength)]
  return deriveKeys(secrets, purpose).some((key) => timingSafeEqual(mark, markOf(random, key)))
}

const randomLength = 16
const markLength = 16

function markOf(random: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(random).digest().subarray(0, markLength)
}
