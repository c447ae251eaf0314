/** A number with a bar behind it that shows its share of the largest one. */
interface ShareBarProps {
  value: number
  most: number
  text: string
}

export function ShareBar({ value, most, text }: ShareBarProps) {
  const share = most > 0 ? Math.max(0, value / most) : 0
  return (
    <span className="flex items-center gap-3 @2xl:justify-end">
      <span className="tabular-nums">{text}</span>
      <span
        aria-hidden="true"
        className="h-2 w-24 min-w-0 overflow-clip rounded-full bg-sunken forced-color-adjust-none"
      >
        <span
          className="block h-full rounded-full bg-chart-1"
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}
