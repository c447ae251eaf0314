import { expect, test } from 'vitest'
import { newInviteCode, normalizeInviteCode } from './crockford.ts'

test('makes codes of 16 Crockford base32 characters in groups of four', () => {
  const codes = Array.from({ length: 500 }, newInviteCode)
  for (const code of codes)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes).size).toBe(500)
  // Every character occurs, so the codes really have 80 bits.
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
})

test('normalizes codes the way people type them', () => {
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
