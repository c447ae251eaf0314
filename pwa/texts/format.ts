/**
 * Formats numbers, money and days: for the current language, in US dollars, with the 12-hour clock.
 */
import { kept, numeral, percentage } from './language.ts'
import { uiTexts } from './ui.ts'

const usd = kept((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))
const shortDay = kept((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const shortCalendarDay = kept(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const longCalendarDay = kept(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)
const shortTime = kept(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true }),
)
const shortBoth = kept(
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hour12: true }),
)
const weekday = kept(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
)
const relative = kept(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)

/** @param amount a decimal string */
export function formatMoney(amount: string): string {
  return usd().format(Number(amount))
}

/** '$', for a field that shows an amount while it is typed. */
export function currencySign(): string {
  return (
    usd()
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? ''
  )
}

export function formatNumber(value: number): string {
  return numeral(value)
}

/** @param percent 12.5 is '12.5%' */
export function formatPercent(percent: number): string {
  return percentage(percent)
}

interface GivenDiscount {
  discountType: string
  discountValue: string
  freeItem?: boolean | undefined
}

/** A dollar amount can be the price of an item given away. */
export function isFreeItem({ discountType, freeItem = false }: GivenDiscount): boolean {
  return freeItem && discountType !== 'percentage'
}

/**
 * '15% off', '$15.00 off' or 'Free, worth $15.00'.
 * @param mark for the amount in a sentence: `keep`
 */
export function formatDiscount(
  of: GivenDiscount,
  mark = (amount: string): string => amount,
): string {
  const amount = mark(formatDiscountAmount(of))
  return isFreeItem(of) ? uiTexts.freeWorth(amount) : uiTexts.off(amount)
}

/** The discount of a reward's coupon: the names of other coupons tell theirs. */
export function unnamedDiscount(
  coupon: GivenDiscount & { source: string },
  mark?: (amount: string) => string,
): string[] {
  return coupon.source === 'reward' ? [formatDiscount(coupon, mark)] : []
}

/** '15%' or '$15.00', under a heading or before a word of its own. */
export function formatDiscountAmount(of: GivenDiscount): string {
  return of.discountType === 'percentage'
    ? percentage(Number(of.discountValue))
    : formatMoney(of.discountValue)
}

export function formatDay(instant: string | Date): string {
  return shortDay().format(new Date(instant))
}

/** 'Dec 3, 2026' for '2026-12-03', whatever this device's time zone. */
export function formatCalendarDay(day: string): string {
  return shortCalendarDay().format(new Date(day))
}

/** 'December 3, 2026' for '2026-12-03', as mails have it. */
export function formatLongDay(day: string): string {
  return longCalendarDay().format(new Date(day))
}

/** '2026-11-21', the same day as on the screen: for files and their names. */
export function isoDay(instant: string | Date): string {
  const at = new Date(instant)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** 'Saturday' for '2026-11-21', whatever this device's time zone. */
export function formatWeekday(day: string): string {
  return weekday().format(new Date(day))
}

/** '2:05 PM' */
export function formatTime(instant: string | number | Date): string {
  return shortTime().format(new Date(instant))
}

/** '2:05 – 2:40 PM', on one day */
export function formatTimes(from: string | Date, to: string | Date): string {
  return shortTime().formatRange(new Date(from), new Date(to))
}

/** 'Nov 21, 2026, 2:05 PM' */
export function formatInstant(instant: string | number | Date): string {
  return shortBoth().format(new Date(instant))
}

/** '3 min ago'; less than a minute is 'just now'. */
export function formatAgo(instant: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) {
      return relative()
        .format(Math.round(seconds / length), unit)
        .replace('.', '')
    }
  }
  return uiTexts.justNow
}

/**
 * '950', '1.2K', '3.4M': K from 1,000 and M from 1,000,000, to one decimal. Values below a million
 * never read '1000.0K'.
 */
export function formatCount(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)}M`
  if (value >= 1000) return `${Math.min(value / 1000, 999.9).toFixed(1)}K`
  return String(value)
}
