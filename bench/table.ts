/** Prints figures as one aligned text table. */
import { type Bar, type Figure, isMet, ratioOf, type Unit } from './figure.ts'

const head = ['figure', 'measured', 'beside', 'baseline', 'ratio', 'asked', '']

export function printTable(title: string, figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(rowOf)]
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumeric(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [`== ${title}`, lines[0], rule, ...lines.slice(1), ''].join('\n')
}

const isNumeric = (column: number) => column === 1 || column === 3 || column === 4

function rowOf(figure: Figure): string[] {
  const { what, measured, unit, baseline, bar } = figure
  const ratio = ratioOf(figure)
  const met = isMet(figure)
  return [
    what,
    write(measured, unit),
    baseline?.what ?? '',
    baseline ? write(baseline.measured, unit) : '',
    ratio === null ? '' : ratio.toFixed(2),
    bar ? asked(bar, unit) : '',
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

function asked(bar: Bar, unit: Unit): string {
  const [sign, bound] = 'most' in bar ? ['≤', bar.most] : ['≥', bar.least]
  return `${bar.kind} ${sign} ${bound} ${bar.of === 'ratio' ? '×' : unit}`
}

function write(amount: number, unit: Unit): string {
  const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : amount >= 1 ? 2 : 3
  return `${Number.isInteger(amount) ? amount : amount.toFixed(digits)} ${unit}`
}
