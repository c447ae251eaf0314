/** Days as other programs export them: '2024-01-05', '31.12.2025', 'Jan 5, 2024', '--07-14'. */
import type { ImportFormats } from './member-import.ts'
import { plainText } from './typed-text.ts'

type Order = ImportFormats['dates']

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/
/** vCard's and Square's day without a year. */
const withoutYear = /^--?(\d{1,2})-?(\d{2})$/
const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i
const monthSecond = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})(?!\d)/i
const leapYear = 2000

interface Day {
  year: number
  month: number
  day: number
}

/**
 * @param isYearly accepts a day without a year, and February 29 in any year
 * @returns '2024-01-05', or null if the text names no day
 */
export function findDay(text: string, order: Order, isYearly = false): string | null {
  const found = read(plainText(text).trim(), order, isYearly)
  if (!found) return null
  const { month, day } = found
  const year = isYearly && month === 2 && day === 29 ? leapYear : found.year
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? at.toISOString().slice(0, 10) : null
}

function read(text: string, order: Order, isYearly: boolean): Day | null {
  const toDay = (year: number, month: number, day: number) => ({ year, month, day })
  const first = yearFirst.exec(text)
  if (first) return toDay(Number(first[1]), Number(first[2]), Number(first[3]))
  const last = yearLast.exec(text)
  if (last) {
    const [one, two] = [Number(last[1]), Number(last[3])]
    const year = last[4]?.length === 2 ? 2000 + Number(last[4]) - century(last[4]) : Number(last[4])
    const isDayFirst = one > 12 || (two <= 12 && (order === 'dmy' || last[2] === '.'))
    return isDayFirst ? toDay(year, two, one) : toDay(year, one, two)
  }
  const named = monthFirst.exec(text)
  if (named) return toDay(Number(named[3]), monthOf(named[1]), Number(named[2]))
  const second = monthSecond.exec(text)
  if (second) return toDay(Number(second[3]), monthOf(second[2]), Number(second[1]))
  const yearly = isYearly ? withoutYear.exec(text) : null
  return yearly ? toDay(leapYear, Number(yearly[1]), Number(yearly[2])) : null
}

/** Two digits above this are of the century before. */
const lastOfThisCentury = 40
const century = (digits: string) => (Number(digits) > lastOfThisCentury ? 100 : 0)
const monthOf = (name = '') => months.indexOf(name.toLowerCase()) + 1

/** @param otherwise if no day shows the order, as '01/02/2025' doesn't */
export function dateOrderOf(votes: number, otherwise: Order): Order {
  return votes === 0 ? otherwise : votes > 0 ? 'mdy' : 'dmy'
}

/** @returns 1 for a day that begins with the month, -1 for one that doesn't, 0 if it may be both */
export function dateVote(text: string): number {
  const [, one, sign, two] = yearLast.exec(text.trim()) ?? []
  if (one === undefined || two === undefined) return 0
  if (sign === '.' || Number(one) > 12) return -1
  return Number(two) > 12 ? 1 : 0
}
