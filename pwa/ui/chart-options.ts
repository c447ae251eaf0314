/** The options of a chart over days, in the design tokens of the current theme, and its keys. */
import type UPlot from 'uplot'

interface ChartLook {
  width: number
  places: readonly string[]
  format: (value: number) => string
  isCount: boolean
  /** Draws bars, for small counts that a line would show as spikes. */
  bars: UPlot.Series.PathBuilder | null
  onPlace: (place: number | null) => void
}

const chartHeight = 260
/** From one to a billion, in round steps of 1, 2 and 5. */
const wholeSteps = Array.from({ length: 10 }, (_, n) =>
  [1, 2, 5].map((step) => step * 10 ** n),
).flat()

const digitWidth = 7.6
const axisGap = 14

/** The width that the longest label needs: one digit or '$12,000.00'. */
export function axisWidthOf(labels: readonly string[] | null): number {
  const longest = Math.max(1, ...(labels ?? []).map((label) => label.length))
  return Math.ceil(longest * digitWidth + axisGap)
}

export function chartOptions({
  width,
  places,
  format,
  isCount,
  bars,
  onPlace,
}: ChartLook): UPlot.Options {
  const token = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
  const font = '13px "Figtree Variable", system-ui, sans-serif'
  const axis = { stroke: token('ink-faint'), font, ticks: { show: false } }
  return {
    width,
    height: chartHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
    scales: {
      // Half a bar more at each end.
      x: { time: false, ...(bars && { range: (_, low, high) => [low - 0.5, high + 0.5] }) },
      y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        gap: 8,
        space: 76,
        incrs: wholeSteps,
        values: (_, splits) => splits.map((place) => places[place] ?? ''),
      },
      {
        ...axis,
        grid: { stroke: token('line'), width: 1 },
        size: (_, labels) => axisWidthOf(labels),
        ...(isCount && { incrs: wholeSteps }),
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      {
        stroke: token('chart-1'),
        width: 2.5,
        fill: `${token('chart-1')}${bars ? '' : '1f'}`,
        points: { show: !bars && places.length <= 14, size: 6, fill: token('chart-1') },
        ...(bars && { width: 0, paths: bars }),
      },
      {
        stroke: token('ink-faint'),
        width: 1.5,
        dash: [5, 4],
        points: { show: bars !== null, size: 5 },
        // Beside bars, a dot a day: a second line of small counts would be noise.
        ...(bars && { paths: () => null }),
      },
    ],
    hooks: { setCursor: [(drawn) => onPlace(drawn.cursor.idx ?? null)] },
  }
}

/** The point that a key leads to from the one shown. */
export function placeFor(key: string, at: number | null, count: number): number | undefined {
  const last = count - 1
  const moves: Record<string, number> = {
    ArrowLeft: Math.max(0, (at ?? count) - 1),
    ArrowRight: Math.min(last, (at ?? -1) + 1),
    Home: 0,
    End: last,
  }
  return moves[key]
}
