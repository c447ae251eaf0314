/** Invite codes: 16 characters of Crockford's base32 in groups of four, 80 bits. */
import { createHash } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import { codeLetters } from '#schema/contract/typed-text.ts'

const newLetters = customAlphabet('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 16)

export function newInviteCode(): string {
  return grouped(newLetters())
}

/** Normalizes a typed code: without dashes, with 0 for O and 1 for I and L. */
export function normalizeInviteCode(typed: string): string {
  const text = codeLetters(typed).replaceAll('O', '0').replace(/[IL]/g, '1')
  return grouped(text)
}

/** @param typed as generated, or as people type it */
export function inviteCodeDigest(typed: string): string {
  return createHash('sha256').update(normalizeInviteCode(typed)).digest('hex')
}

function grouped(text: string): string {
  return text.match(/.{1,4}/g)?.join('-') ?? ''
}
