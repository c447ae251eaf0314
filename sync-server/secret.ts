/**
 * The installation's secret, and what is made with it. Each purpose has its own derived key (HKDF,
 * RFC 5869), so that a leaked key reveals nothing about the others and a token made for one purpose
 * never passes for another. After a change of secret, the server still reads what
 * SESSION_SECRET_PREVIOUS made.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { serverLimits } from '#sync-server/server-limits.ts'

type SecretPurpose =
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

export function deriveKey(secret: string, purpose: SecretPurpose): Buffer {
  const name = `${purpose} ${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, 'regulars', purpose, keyBytes))
  if (derived.size >= serverLimits.derivedKeysKept) derived.clear()
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

type TokenPurpose = Extract<
  SecretPurpose,
  'session' | 'device' | 'seal ticket' | 'unsubscribe' | 'own data' | 'member email'
>

interface TokenClaims {
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

/**
 * Random bytes and the first half of their HMAC-SHA-256 (RFC 2104, section 5). Short, because a till
 * sends its session's token a thousand times a day.
 */
export function makeShortToken(purpose: TokenPurpose, secrets: Secrets): string {
  const random = randomBytes(randomLength)
  const mark = markOf(random, deriveKey(secrets.sessionSecret, purpose))
  return Buffer.concat([random, mark]).toString('base64url')
}

/** Digests the whole token, so changing any character makes it a different token. */
export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
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

type SealedPurpose = Extract<SecretPurpose, 'queued mail' | 'customer key' | 'invite code'>

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** For text that the server must read again and a copy of the database must not reveal. */
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
