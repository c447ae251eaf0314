/** Generated ids, and ids derived from content. */
import { createHash } from 'node:crypto'
import { v4, v7, validate, version } from 'uuid'

/** UUIDv7, for rows. */
export const newId = (): string => v7()

/** UUIDv4, 122 random bits: for customers' keys and handles, which must be unguessable. */
export const newKey = (): string => v4()

/** The same words always give the same id (UUIDv8, RFC 9562 §5.8, with our own digest). */
export function idFrom(...words: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

export function isKey(text: string): boolean {
  return validate(text) && version(text) === 4
}
