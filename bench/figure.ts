/** One measured figure, with a baseline from the same run and its target. */
export type Unit =
  | 'ms'
  | 's'
  | '/s'
  | 'kB'
  | 'MB'
  | 'requests'
  | 'taps'
  | 'clips'
  | 'mails'
  | 'statements'
  | 'of 100'
  | '%'

export interface Figure {
  what: string
  measured: number
  unit: Unit
  baseline?: { what: string; measured: number }
  /** A bar must be met, an aim should be; each bounds the figure or the ratio, from one side. */
  bar?: Bar
}

export type Bar = { kind: 'bar' | 'aim'; of: 'figure' | 'ratio' } & (
  | { most: number }
  | { least: number }
)

export function ratioOf({ measured, baseline }: Figure): number | null {
  return baseline && baseline.measured > 0 ? measured / baseline.measured : null
}

/** @returns null if it has no target */
export function isMet(figure: Figure): boolean | null {
  if (!figure.bar) return null
  const judged = figure.bar.of === 'ratio' ? ratioOf(figure) : figure.measured
  if (judged === null) return false
  return 'most' in figure.bar ? judged <= figure.bar.most : judged >= figure.bar.least
}

export const bar = (most: number) => ({ kind: 'bar', of: 'figure', most }) as const
export const aim = (most: number) => ({ kind: 'aim', of: 'figure', most }) as const
export const least = (least: number) => ({ kind: 'bar', of: 'figure', least }) as const
export const barOfRatio = (most: number) => ({ kind: 'bar', of: 'ratio', most }) as const
export const leastOfRatio = (least: number) => ({ kind: 'bar', of: 'ratio', least }) as const
