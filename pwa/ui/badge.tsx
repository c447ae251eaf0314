/** A short label for a state; it never relies on color alone. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'notice' | 'accent'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  notice: 'bg-notice-soft text-notice',
  accent: 'bg-accent-soft text-on-accent-soft',
}

interface BadgeProps {
  tone?: BadgeTone
  /** An icon of 13 px, or a dot in the text's color. */
  icon?: ReactNode | 'dot'
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs forced-colors:border',
        tones[tone],
        className,
      )}
    >
      {icon && (
        <span aria-hidden="true" className="-ml-0.5 inline-flex">
          {icon === 'dot' ? (
            <span className="mx-0.5 size-1.5 rounded-full bg-current forced-colors:border-3" />
          ) : (
            icon
          )}
        </span>
      )}
      <span>{children}</span>
    </span>
  )
}
