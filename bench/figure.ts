/** One measured figure, with a baseline from the same run and its target, and a table of them. */
type Unit = 'ms' | 's' | '/s' | 'requests' | 'taps' | 'clips' | 'mails' | 'of 100' | '%'

export interface Figure {
  what: string
  measured: number
  unit: Unit
  /** The baseline's name and measure. */
  beside?: readonly [string, number]
  /** Bounds the figure or the ratio, from one side. */
  bar?: Bar
}

type Bar = { of: 'figure' | 'ratio' } & ({ most: number } | { least: number })

export const figure = (
  what: string,
  measured: number,
  unit: Unit,
  against: Pick<Figure, 'beside' | 'bar'> = {},
): Figure => ({ what, measured, unit, ...against })

export const bar = (most: number) => ({ of: 'figure', most }) as const
export const least = (least: number) => ({ of: 'figure', least }) as const
export const barOfRatio = (most: number) => ({ of: 'ratio', most }) as const
export const leastOfRatio = (least: number) => ({ of: 'ratio', least }) as const

function ratioOf({ measured, beside: [, baseline] = ['', 0] }: Figure): number | null {
  return baseline > 0 ? measured / baseline : null
}

/** @returns null if it has no target */
export function isMet(figure: Figure): boolean | null {
  if (!figure.bar) return null
  const judged = figure.bar.of === 'ratio' ? ratioOf(figure) : figure.measured
  if (judged === null) return false
  return 'most' in figure.bar ? judged <= figure.bar.most : judged >= figure.bar.least
}

const head = ['figure', 'measured', 'beside', 'baseline', 'ratio', 'asked', '']
const numeric = ['measured', 'baseline', 'ratio']

export function printTable(title: string, figures: readonly Figure[]): string {
  const rows = [head, ...figures.map(cellsOf)]
  const pad = (cell: string, column: number) => {
    const width = Math.max(...rows.map((row) => row[column]?.length ?? 0))
    return numeric.includes(head[column] ?? '') ? cell.padStart(width) : cell.padEnd(width)
  }
  const lines = rows.map((row) => row.map(pad).join('  ').trimEnd())
  return [`== ${title}`, ...lines, ''].join('\n')
}

function cellsOf(figure: Figure): string[] {
  const { what, measured, unit, beside, bar } = figure
  const met = isMet(figure)
  return [
    what,
    write(measured, unit),
    beside?.[0] ?? '',
    beside ? write(beside[1], unit) : '',
    ratioOf(figure)?.toFixed(2) ?? '',
    bar ? asked(bar, unit) : '',
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

function asked(bar: Bar, unit: Unit): string {
  const [sign, bound] = 'most' in bar ? ['≤', bar.most] : ['≥', bar.least]
  return `${sign} ${bound} ${bar.of === 'ratio' ? '×' : unit}`
}

function write(amount: number, unit: Unit): string {
  const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : amount >= 1 ? 2 : 3
  return `${Number.isInteger(amount) ? amount : amount.toFixed(digits)} ${unit}`
}
