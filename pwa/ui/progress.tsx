/** A progress bar. */
import { classNames } from './class-names.ts'

interface ProgressProps {
  label: string
  value: number
  max: number
  /** `brand` on customers' pages: progress to the next reward. */
  look?: 'accent' | 'brand'
}

const looks = {
  accent: '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent',
  brand: '[&::-moz-progress-bar]:bg-brand-text [&::-webkit-progress-value]:bg-brand-text',
}

export function Progress({ label, value, max, look = 'accent' }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <progress
      aria-label={label}
      value={share}
      max={1}
      className={classNames(
        'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken',
        '[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:transition-[width]',
        looks[look],
      )}
    />
  )
}
