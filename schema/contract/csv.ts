/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A cell that a spreadsheet would take
 * for a formula is prefixed with an apostrophe and shown as text.
 */
import { limits } from './limits.ts'

/** Spreadsheets set to an East Asian language also accept full-width signs. */
const formulaStarts = /^[=+\-@＝＋－＠\t\r\n]/
/**
 * Spreadsheets set to many European and Latin American locales end a cell at a semicolon, even in
 * quotes.
 */
const cellSeparators = /[;\t\r\n]/g
/** The start of such a cell; matches each run once, so that a long one takes linear time. */
const blankRuns = /;\s*|\s+/g
const formulaSigns = '=+-@＝＋－＠'

/** Tells spreadsheets that the file is UTF-8. */
export const csvMark = '\uFEFF'

/** @returns the whole file, with its UTF-8 mark */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvMark + [header, ...rows].map(toCsvLine).join('')
}

/** @returns one line with its line end, for streamed files */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** A negative balance: with an apostrophe it would be text, and left out of every sum. */
const negativeNumber = /^-\d+(\.\d+)?$/

/**
 * `+1 (555) 010-0199`: without letters or other signs it can call no function and name no cell. Too
 * few digits for a phone number make it a sum, and so does `+1-555-010-0199`, which would show as
 * −763; two numbers side by side are not a sum.
 */
function isPhoneNumber(text: string): boolean {
  if (!/^\+[\d ().-]+$/.test(text)) return false
  const isSum = text.includes('-') && !/[\d)](?: +| *\( *)\d/.test(text)
  return !isSum && text.replace(/\D/g, '').length >= limits.phoneDigitsMin
}

function quoteLaterFormulas(text: string): string {
  return text.replace(blankRuns, (run: string, at: number) => {
    const next = text.charAt(at + run.length)
    return next && formulaSigns.includes(next) ? run.replace(cellSeparators, "$&'") : run
  })
}

function toCell(text: string): string {
  const isHarmless = negativeNumber.test(text) || isPhoneNumber(text)
  const isFormula = formulaStarts.test(text) && !isHarmless
  const safe = quoteLaterFormulas(isFormula ? `'${text}` : text)
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
