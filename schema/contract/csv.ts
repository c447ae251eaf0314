/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A cell that a spreadsheet would take
 * for a formula begins with an apostrophe, which shows as text.
 */
import { limits } from './limits.ts'

/** Spreadsheets set to an East Asian language take full-width signs for the same. */
const formulaStarts = /^[=+\-@＝＋－＠\t\r\n]/
/** Spreadsheets set to much of Europe and Latin America end a cell at a semicolon, whatever quotes say. */
const cellSeparators = /[;\t\r\n]/g
/** Where such a cell may begin; each run is matched once, so that a long one takes linear time. */
const blankRuns = /;\s*|\s+/g
const formulaSigns = '=+-@＝＋－＠'

/** Tells spreadsheets that the file is UTF-8. */
export const csvMark = '\uFEFF'

/** @returns the whole file, with its mark */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvMark + [header, ...rows].map(toCsvLine).join('')
}

/** @returns one line with its end, for a file that is written as it is read */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** A balance in debt: with an apostrophe it would be a text, and left out of every sum. */
const negativeNumber = /^-\d+(\.\d+)?$/

/**
 * `+1 (555) 010-0199`: without letters and signs of its own it calls no function and names no cell.
 * Fewer digits than a phone number has are a sum, and so is `+1-555-010-0199`, which would show as
 * −763: with two numbers side by side it is none.
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
