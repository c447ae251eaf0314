/** How the counter reads scanned texts: its own codes, and 200 hostile ones. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { couponSpellings } from '#tests/support/coupon-spellings.ts'
import { isCode, readCounterCode } from './read-code.ts'
import { codeAtEnd } from './typing-scanner.ts'

const origin = 'https://regulars.example'
const id = '0199a3c0-1f00-7000-8000-000000000001'

test.each([
  `${origin}/member/${id}`,
  `${origin}/member/${id.toUpperCase()}`,
  `${origin}/member/${id}?utm=1#x`,
  `${origin}/member/${id}`.toUpperCase(),
  id,
  ` ${id}\n`,
  // Text copied from a page or a mail may contain invisible characters.
  `\ufeff${origin}/member/${id}\u200b`,
])('%s is the member', (text) => {
  expect(readCounterCode(text, origin)).toEqual({ kind: 'member', memberId: id })
})

test.each(couponSpellings)('reads %j as the coupon', (text) => {
  expect(readCounterCode(text, origin)).toEqual({ kind: 'coupon', code: 'ABCD-EFGH-JKLM' })
})

test.each([
  [`${origin}/signup/ABCDEFGHJK`, 'signUpCode'],
  [`${origin}/customer-signup/ABCDEFGHJK`, 'signUpCode'],
  [`${origin}/customer/${id}`, 'ownPage'],
  [`${origin}/login`, 'notOurs'],
  [`${origin}/member/${id}/more`, 'notOurs'],
  [`${origin}/member/../login`, 'notOurs'],
  ['https://evil.example/member/x', 'elsewhere'],
  ['4006381333931', 'notOurs'],
])('%s is %s', (text, why) => {
  expect(readCounterCode(text, origin)).toEqual({ kind: 'foreign', why })
})

const hosts = ['evil.example', 'regulars.example.evil.example', 'regulars.example@evil.example']
const hostile = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('https:', 'http:', 'HTTPS:', 'ftp:', 'ws:', ''),
      fc.constantFrom(...hosts),
      fc.constantFrom(`/member/${id}`, '/signup/ABCDEFGHJK', '/', `/\\${id}`),
    )
    .map(([scheme, host, path]) => `${scheme}//${host}${path}`),
  fc
    .tuple(
      fc.constantFrom('javascript:', 'data:text/html,', 'blob:', 'vbscript:', 'tel:', 'WIFI:'),
      fc.string({ maxLength: 80 }),
    )
    .map(([scheme, rest]) => scheme + rest),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.constant('x'.repeat(9000)),
)

test('answers 200 hostile texts with a sentence and opens none of them', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(readCounterCode(text, origin).kind).toBe('foreign')
    }),
    { numRuns: 200, seed: 7 },
  )
})

test('does not take search words for codes', () => {
  for (const words of ['Ada Lovelace', 'ada@example.com', '+1 555 0100', 'ABCDEFGHJKLM', '']) {
    expect(isCode(words, origin)).toBe(false)
  }
  expect(isCode('ABCD-EFGH-JKLM', origin)).toBe(true)
  expect(isCode(id, origin)).toBe(true)
})

test('treats a mistyped coupon code as a code', () => {
  for (const text of ['ABCO-EFGH-JKLM', 'AB2D EFG1 JK0M', 'ABC-EF4H-JKLM']) {
    expect(isCode(text, origin), text).toBe(true)
    expect(readCounterCode(text, origin), text).toEqual({ kind: 'foreign', why: 'noCoupon' })
  }
})

test('does not take names and phone numbers for codes', () => {
  const words = [
    'Mary Anne Webb',
    'MARY ANNE WEBB',
    '555-0100-0199',
    'tel:+15550100199',
    'Jean-Luc-Paul',
  ]
  for (const each of words) expect(isCode(each, origin), each).toBe(false)
})

test('finds a scanned code at the end of the typed keys', () => {
  expect(codeAtEnd(`12.5${origin}/member/${id}`, origin)).toBe(`${origin}/member/${id}`)
  expect(codeAtEnd(`ab${id}`, origin)).toBe(id)
  expect(codeAtEnd('12.50', origin)).toBeNull()
})
