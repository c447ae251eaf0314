/** Text copied from contacts, messengers and documents reads like text typed on a keyboard. */
import { describe, expect, test } from 'vitest'
import { digitsOf, dropInvisible, plainText, visibleName, visiblePhone } from './typed-text.ts'

/** Digit sets from Intl, as a source independent of our own table. */
const digitSets = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const { format } = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
  const digits = format(1234567890)
  return /^\p{Nd}{10}$/u.test(digits) ? [[numberingSystem, digits] as const] : []
})

test('covers many scripts with their own digits', () => {
  expect(digitSets.length).toBeGreaterThan(40)
})

test.each(digitSets)('reads the digits %s', (_, digits) => {
  expect(digitsOf(digits)).toBe('1234567890')
})

test.each('-‐‑‒–—―⸺﹘﹣－−⁃ー˗'.split(''))('reads %s as a hyphen', (dash) => {
  expect(plainText(`010${dash}0199`)).toBe('010-0199')
})

describe('invisible characters', () => {
  test.each([
    ['a mark of direction', '\u200e'],
    ['an embedding', '\u202a'],
    ['an isolate', '\u2068'],
    ['a zero-width space', '\u200b'],
    ['a byte-order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a word joiner', '\u2060'],
    ['a grapheme joiner', '\u034f'],
    ['a Hangul filler', '\u3164'],
    ['a control', '\u0007'],
    ['a tag', '\u{e0041}'],
  ])('drops %s', (_, sign) => {
    expect(dropInvisible(`${sign}55${sign}5${sign}`)).toBe('555')
    expect(digitsOf(`${sign}55${sign}5`)).toBe('555')
    expect(visiblePhone(`${sign}+1 555${sign} 010 0199`)).toBe('+1 555 010 0199')
  })

  test('separates words at copied line ends and table cells', () => {
    expect(dropInvisible('Ada\tLovejoy\r\n')).toBe('Ada Lovejoy ')
    expect(visibleName('Ada\tLovejoy\r\n')).toBe('Ada Lovejoy')
  })
})

describe('names', () => {
  test.each([
    ['\u202aTamsin\u202c', 'Tamsin'],
    ['\u200bTam\u00adsin\ufeff', 'Tamsin'],
    ['Mar\u200dia', 'Maria'],
    ['Maria\u200dरा', 'Mariaरा'],
    ['علی\u200c', 'علی'],
    ['\u2067رضا\u2069', 'رضا'],
    [' \u200b ', ''],
    ['\u3164', ''],
    ['\u2800 \u2800', ''],
    ['\ufe0f', ''],
  ])('reads %j as %j', (typed, name) => {
    expect(visibleName(typed)).toBe(name)
  })

  test.each([
    'علی\u200cرضا',
    'क्\u200dषमा',
    '辻\u{e0100}',
    '👩\u200d🍳',
    'O’Shea',
    'Anne\u2011Marie',
    'Łukasz',
  ])('keeps %s as it is', (name) => {
    expect(visibleName(name)).toBe(name)
  })
})

test.each([
  ['tel:+15550100199', '+15550100199'],
  [' TEL: +1 555 010 0199 ', '+1 555 010 0199'],
  ['callto://+15550100199', '+15550100199'],
  ['+1\u2011555\u2011010\u20110199', '+1\u2011555\u2011010\u20110199'],
  ['\u202a+1\u00a0(555) 010–0199\u202c', '+1\u00a0(555) 010–0199'],
])('keeps the number of %j as it looked', (typed, phone) => {
  expect(visiblePhone(typed)).toBe(phone)
})

test('leaves plain text alone', () => {
  expect(plainText("O'Shea, +1 (555) 010-0199")).toBe("O'Shea, +1 (555) 010-0199")
})
