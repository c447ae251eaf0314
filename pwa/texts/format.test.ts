/** How numbers, times and lists are written. */
import { expect, test, vi } from 'vitest'
import { join as spanishJoin } from './es/join.ts'
import { qrCodes as spanishQrCodes } from './es/qr-codes.ts'
import { ui as spanishUi } from './es/ui.ts'
import {
  formatAgo,
  formatCount,
  formatDiscount,
  formatMoney,
  formatPercent,
  formatTimes,
  formatWeekday,
  isoDay,
} from './format.ts'
import { setLanguage } from './language.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1234, '1.2K'],
  [999_960, '999.9K'],
  [1_000_000, '1.0M'],
  [3_449_000, '3.4M'],
])('formats the count %i as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('names the weekday of a calendar day in every time zone of a device', () => {
  expect(formatWeekday('2026-11-21')).toBe('Saturday')
})

test.each([
  ['0', '$0.00'],
  ['1234.5', '$1,234.50'],
  ['-3.10', '-$3.10'],
])('formats the amount %s as %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})

test.each([
  [{ discountType: 'percentage', discountValue: '15.00' }, '15% off', '15% de descuento'],
  [{ discountType: 'percentage', discountValue: '12.50' }, '12.5% off', '12.5% de descuento'],
  [{ discountType: 'fixed', discountValue: '1200.00' }, '$1,200.00 off', '$1,200.00 de descuento'],
  [
    { discountType: 'fixed', discountValue: '3.90', freeItem: true },
    'Free, worth $3.90',
    'Gratis (valor: $3.90)',
  ],
  [
    { discountType: 'percentage', discountValue: '15.00', freeItem: true },
    '15% off',
    '15% de descuento',
  ],
])('formats the discount %o as %s and as %s', (discount, english, spanish) => {
  expect(formatDiscount(discount)).toBe(english)
  expect(formatDiscount(discount, (amount) => `<${amount}>`)).toMatch(/<[$%.,\d]+>/)
  setLanguage('es', { ui: spanishUi })
  expect(formatDiscount(discount)).toBe(spanish)
  setLanguage('en', {})
})

test('formats percentages in Spanish sentences as Intl does', () => {
  setLanguage('es', {})
  const ten = new Intl.NumberFormat('es-US', { style: 'percent' }).format(0.1)
  expect(formatPercent(10)).toBe(ten)
  expect(spanishJoin.perkDiscount(10)).toContain(` ${ten} `)
  expect(spanishQrCodes.welcomeOffer(100, 10)).toContain(` ${ten} `)
  setLanguage('en', {})
})

test('writes from when to when in both languages', () => {
  const at = (hour: number, minute: number) => new Date(2026, 10, 21, hour, minute)
  const times = () =>
    [formatTimes(at(14, 5), at(14, 40)), formatTimes(at(11, 5), at(14, 40))].map((text) =>
      text.replace(/\s/g, ' '),
    )
  expect(times()).toEqual(['2:05 – 2:40 PM', '11:05 AM – 2:40 PM'])
  setLanguage('es', {})
  expect(times()).toEqual(['2:05–2:40 p.m.', '11:05 a.m. – 2:40 p.m.'])
  setLanguage('en', {})
})

const now = Date.UTC(2026, 10, 21, 12)
test.each([
  [now - 20_000, 'just now'],
  [now - 3 * 60_000, '3 min ago'],
  [now - 2 * 3_600_000, '2 hr ago'],
  [now - 26 * 3_600_000, 'yesterday'],
  [now + 5 * 60_000, 'in 5 min'],
])('formats %i as %s', (instant, text) => {
  expect(formatAgo(instant, now)).toBe(text)
})

test('writes the same day to a file as the screen shows', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(isoDay('2026-11-22T03:30:00.000Z')).toBe('2026-11-21')
  vi.unstubAllEnvs()
})
