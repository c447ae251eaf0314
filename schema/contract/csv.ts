/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A cell that a spreadsheet would take
 * for a formula begins with an apostrophe, which shows as text. Spreadsheets set to an East Asian
 * language take full-width signs for the same.
 */
const formulaStarts = /^[=+\-@＝＋－＠\t\r\n]/

/** @returns the whole file, with the mark that tells spreadsheets it is UTF-8 */
export function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(toCell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function toCell(text: string): string {
  const safe = formulaStarts.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
