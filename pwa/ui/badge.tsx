/** A word about the state of something; never color alone. */
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
  icon?: ReactNode
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 font-medium text-xs',
        tones[tone],
        className,
      )}
    >
      {icon && (
        <span aria-hidden="true" className="-ml-0.5 inline-flex">
          {icon}
        </span>
      )}
      {children}
    </span>
  )
}
