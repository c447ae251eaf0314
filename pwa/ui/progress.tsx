/** How far something is. */
interface ProgressProps {
  label: string
  value: number
  max: number
}

export function Progress({ label, value, max }: ProgressProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  return (
    <progress
      aria-label={label}
      value={share}
      max={1}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-all"
    />
  )
}
