import { expect, test } from 'vitest'
import { newInviteCode, normalizeInviteCode } from './crockford.ts'

test('codes are 16 characters of Crockford base32 in groups of four', () => {
  const codes = Array.from({ length: 500 }, newInviteCode)
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes).size).toBe(500)
  // Every character is used: 80 bits are what they claim to be.
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})

test('what people type is understood', () => {
  expect(normalizeInviteCode(' 0o1i-llab cd12 3456 ')).toBe('0011-11AB-CD12-3456')
  for (const typed of [
    '0011 11AB CD12 3456',
    '0011–11ab – cd12‑3456.',
    '\u200b0011\u00a011AB\u00a0CD12\u00a03456',
    '００１１-11AB-CD12-3456',
  ]) {
    expect(normalizeInviteCode(typed)).toBe('0011-11AB-CD12-3456')
  }
  expect(normalizeInviteCode('')).toBe('')
})
