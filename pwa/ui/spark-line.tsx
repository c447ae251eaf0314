/** A line of the last days beside a figure, without axes; its label says what it shows. */
interface SparkLineProps {
  label: string
  /** At least two, oldest first. */
  values: readonly number[]
}

const [width, height] = [100, 32]

export function SparkLine({ label, values }: SparkLineProps) {
  const most = Math.max(1, ...values)
  const points = values.map((value, place) => {
    const x = (place / (values.length - 1)) * width
    return `${x.toFixed(1)},${(height - (value / most) * height).toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 -2 ${width} ${height + 4}`}
      preserveAspectRatio="none"
      className="block h-10 w-full max-w-sm"
    >
      <polyline
        points={`0,${height} ${points.join(' ')} ${width},${height}`}
        className="fill-accent-soft stroke-none"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-(--accent) stroke-2"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
