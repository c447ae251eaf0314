/** An empty state: one sentence, one action. */
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  sentence: string
  action?: ReactNode
}

export function EmptyState({ icon, sentence, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="flex size-12 items-center justify-center rounded-full bg-sunken text-ink-soft [&_svg]:size-5.5"
        >
          {icon}
        </span>
      )}
      <p className="max-w-xs text-ink-soft">{sentence}</p>
      {action}
    </div>
  )
}
