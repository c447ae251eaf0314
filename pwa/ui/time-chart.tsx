/**
 * A line over days, with the period before as a dashed line, or bars with dots if the counts are
 * small (uPlot, docs/decisions/0046). Pointer and arrow keys show exact numbers above it; every
 * chart also needs a table.
 */
import 'uplot/dist/uPlot.min.css'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { chartOptions, placeFor } from './chart-options.ts'

/** Counts below this are bars. */
const fewMax = 10

export interface TimeChartProps {
  /** The chart's accessible name. */
  label: string
  /** One label per point: 'Nov 21'. */
  places: readonly string[]
  now: readonly number[]
  before: readonly number[]
  nowName: string
  beforeName: string
  format: (value: number) => string
  /** Whole numbers only. */
  isCount: boolean
}

export function TimeChart(props: TimeChartProps) {
  const { label, places, now, before, nowName, beforeName, format, isCount } = props
  const hasBars = isCount && Math.max(...now) < fewMax
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const plot = usePlot(box, { ...props, hasBars }, setAt)

  function moveByKey(event: KeyboardEvent) {
    const next = placeFor(event.key, at, places.length)
    if (next === undefined) return
    event.preventDefault()
    const left = plot.current?.valToPos(next, 'x')
    if (left !== undefined) plot.current?.setCursor({ left, top: 0 })
    setAt(next)
  }

  const sentence = (n: number) =>
    `${places[n]}: ${nowName} ${format(now[n] ?? 0)}, ${beforeName} ${format(before[n] ?? 0)}`
  return (
    <div>
      <div
        aria-hidden="true"
        className="flex min-h-7 flex-wrap items-center gap-x-5 gap-y-1 text-sm"
      >
        {at !== null && <span className="font-medium">{places[at]}</span>}
        <Key
          mark={hasBars ? 'bar' : 'line'}
          name={nowName}
          value={at === null ? null : format(now[at] ?? 0)}
        />
        <Key
          mark={hasBars ? 'dot' : 'dashes'}
          name={beforeName}
          value={at === null ? null : format(before[at] ?? 0)}
        />
      </div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, places.length - 1)}
        aria-valuenow={at ?? 0}
        aria-valuetext={sentence(at ?? 0)}
        onKeyDown={moveByKey}
        className="mt-2 min-h-65 w-full rounded-md"
      />
    </div>
  )
}

/** Draws the chart into its box; `onPlace` gets the point below the pointer. */
function usePlot(
  box: RefObject<HTMLDivElement | null>,
  { places, now, before, format, isCount, hasBars }: TimeChartProps & { hasBars: boolean },
  onPlace: (at: number | null) => void,
) {
  const plot = useRef<UPlot | null>(null)
  const [theme, setTheme] = useState(0)

  useEffect(() => {
    const root = document.documentElement
    const changed = new MutationObserver(() => setTheme((times) => times + 1))
    changed.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
    return () => changed.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas doesn't follow theme changes, so draw it again
  useEffect(() => {
    const place = box.current
    if (!place) return
    const options = chartOptions({
      width: place.clientWidth,
      places,
      format,
      isCount,
      bars: hasBars ? (UPlot.paths.bars?.({ size: [0.6, 32] }) ?? null) : null,
      onPlace,
    })
    const positions = places.map((_, n) => n)
    const drawn = new UPlot(options, [positions, [...now], [...before]], place)
    plot.current = drawn
    const sized = new ResizeObserver(() =>
      drawn.setSize({ width: place.clientWidth, height: drawn.height }),
    )
    sized.observe(place)
    return () => {
      sized.disconnect()
      drawn.destroy()
    }
  }, [places, now, before, format, isCount, hasBars, theme])
  return plot
}

const marks = {
  line: <path d="M0 5h18" stroke="currentColor" strokeWidth="2.5" />,
  dashes: <path d="M0 5h18" stroke="currentColor" strokeWidth="2.5" strokeDasharray="4 3" />,
  bar: <rect x="4" width="10" height="10" fill="currentColor" />,
  dot: <circle cx="9" cy="5" r="2.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
}

interface KeyProps {
  mark: keyof typeof marks
  name: string
  value: string | null
}

function Key({ mark, name, value }: KeyProps) {
  const isNow = mark === 'line' || mark === 'bar'
  return (
    <span className="inline-flex items-center gap-2 text-ink-soft">
      <svg
        width="18"
        height="10"
        aria-hidden="true"
        className={isNow ? 'text-chart-1' : 'text-ink-faint'}
      >
        {marks[mark]}
      </svg>
      <span>{name}</span>
      {value !== null && <span className="font-semibold text-ink tabular-nums">{value}</span>}
    </span>
  )
}
