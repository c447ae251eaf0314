/**
 * The development mailbox's path. Behind a plain proxy every caller looks local, so the path
 * carries a key that only startup prints; it stays the same for an installation.
 */
import { timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#sync-server/secret.ts'

export function mailboxPath(sessionSecret: string): string {
  return `/dev/mailbox?key=${mailboxKey(sessionSecret)}`
}

export function mailboxKey(sessionSecret: string): string {
  return deriveKey(sessionSecret, 'mailbox').subarray(0, 16).toString('base64url')
}

export function isMailboxKey(text: string, sessionSecret: string): boolean {
  const given = Buffer.from(text)
  const key = Buffer.from(mailboxKey(sessionSecret))
  return given.length === key.length && timingSafeEqual(given, key)
}
