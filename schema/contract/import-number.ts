/** Points and amounts as other programs export them: '1.250', '$1,204.50', '12,5'. */
import { importLimits } from './import-limits.ts'
import { limits } from './limits.ts'
import type { ImportFormats } from './member-import.ts'
import { plainText } from './typed-text.ts'

type Decimal = ImportFormats['decimal']

/** Currency signs, words, signs and parentheses may surround the digits but not separate them. */
const around = /^([^\d.,]*)([\d.,][\d.,\s'’]*)([^\d.,]*)$/
/** Superscripts, which normalizing would turn into digits. */
const otherNumbers = /\p{No}/u

/**
 * @returns null if the text is not a number, such as '1,5' where the comma groups thousands, or two
 * numbers, such as '120 3'
 */
export function readNumber(text: string, decimal: Decimal): number | null {
  if (otherNumbers.test(text)) return null
  const [, before = '', found = '', after = ''] = around.exec(plainText(text).trim()) ?? []
  const digits = found.replace(/[\s'’]+$/, '')
  const [group, point] = decimal === '.' ? [',', '\\.'] : ['\\.', ',']
  const grouped = `\\d{1,3}([${group}\\s'’])\\d{3}(\\2\\d{3})*`
  const shape = new RegExp(`^(\\d+|${grouped})(${point}\\d*)?$`)
  const sign = signOf(before, after.trim())
  if (sign === null || !shape.test(digits)) return null
  const plain = digits.replace(decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g, '').replace(',', '.')
  // `|| 0` turns -0 into 0.
  return Number(plain) * sign || 0
}

const debits = /^(dr|db|debit|debe|minus|menos)$/i
const credits = /^(cr|credit|haber|plus)$/i

/** Units of points, stamps and money in English, Spanish and related languages; other words may be a sign. */
const units =
  /^(points?|pts?|puntos?|pontos?|punti|punkte?|stamps?|sellos?|stars?|estrellas?|balance|saldo)$/i
const currency = /^(\p{L}{0,3}\p{Sc}|s\/|kr|zł|kč|ft|lei|rs|rm|rp|r|bs)$/iu
const currencyCodes = new Set(Intl.supportedValuesOf('currency'))

function isKnown(word: string): boolean {
  const isSign = debits.test(word) || credits.test(word)
  return isSign || units.test(word) || currency.test(word) || currencyCodes.has(word.toUpperCase())
}

/** Bookkeeping marks a debt as '15-', '(15)' or '15 DR'. @returns null if it may be either sign */
function signOf(before: string, after: string): 1 | -1 | null {
  // A spreadsheet's '="15"' is text.
  const words = `${before} ${after}`.match(/[^\s()+\-='’":]+/g) ?? []
  if (!words.every(isKnown)) return null
  const surrounds = openIn(before) === 1 && openIn(after) === -1
  if (!surrounds && (openIn(before) !== 0 || openIn(after) !== 0)) return null
  // '15-pts' says neither.
  if (after.slice(0, -1).includes('-')) return null
  const minuses = (before + after).match(/-/g) ?? []
  const debtWords = words.filter((word) => debits.test(word))
  const debts = minuses.length + debtWords.length + Number(surrounds)
  const others = /\+/.test(before + after) || words.some((word) => credits.test(word))
  if (debts > 1 || (debts === 1 && others)) return null
  return debts === 1 ? -1 : 1
}

/** @returns how many parentheses it opens, less those that it closes */
function openIn(text: string): number {
  return text.split('(').length - text.split(')').length
}

/** Fractions of a point are dropped. @returns null for an empty cell */
export function readPoints(
  cell: string | undefined,
  decimal: Decimal,
): number | null | 'points_unreadable' | 'points_negative' | 'points_over' {
  if (!cell) return null
  const number = readNumber(cell, decimal)
  if (number === null) return 'points_unreadable'
  if (number < 0) return 'points_negative'
  return number > limits.pointsMax ? 'points_over' : Math.floor(number)
}

/** A refund may leave a negative sum, which counts as nothing. @returns null for an empty cell */
export function readCents(
  cell: string | undefined,
  decimal: Decimal,
): number | null | 'unreadable' {
  if (!cell) return null
  const number = readNumber(cell, decimal)
  if (number === null || number * 100 > importLimits.spentCentsMax) return 'unreadable'
  return Math.max(0, Math.round(number * 100))
}

/** @param otherwise if no number shows it, as '1.250' doesn't */
export function decimalOf(votes: number, otherwise: Decimal): Decimal {
  return votes === 0 ? otherwise : votes > 0 ? '.' : ','
}

/** @returns 1 for a decimal point, -1 for a decimal comma, 0 if both are possible */
export function decimalVote(text: string): number {
  const digits = text.replace(/[^\d.,]/g, '')
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point < 0 && comma < 0) return 0
  if (point >= 0 && comma >= 0) return point > comma ? 1 : -1
  const sign = point >= 0 ? '.' : ','
  const parts = digits.split(sign)
  const groups = parts.slice(1).every((part) => part.length === 3) && parts[0] !== '0'
  // '1.250.000' can only group; '1.250' may do either.
  const isDecimal = !groups
  if (groups && parts.length === 2) return 0
  return (sign === '.') === isDecimal ? 1 : -1
}
