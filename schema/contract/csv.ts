/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A cell that a spreadsheet would take
 * for a formula begins with an apostrophe, which shows as text. Spreadsheets set to an East Asian
 * language take full-width signs for the same.
 */
const formulaStarts = /^[=+\-@＝＋－＠\t\r\n]/

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

function toCell(text: string): string {
  const isFormula = formulaStarts.test(text) && !negativeNumber.test(text)
  const safe = isFormula ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
