/** A surface for one subject. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  /** The target of a link within the page. */
  id?: string
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** No padding, for tables and lists. */
  flush?: boolean
  className?: string
  children: ReactNode
}

export function Card({ id, title, description, actions, flush, className, children }: CardProps) {
  return (
    <section
      id={id}
      className={classNames(
        // `overflow-clip` instead of hidden, so that a table's sticky header still sticks to the
        // screen.
        'overflow-clip rounded-lg border border-line bg-surface shadow-card',
        className,
      )}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-3 px-[min(1.25rem,6vw)] pt-4 pb-3.5">
          <div className="min-w-0">
            {title && <h2 className="font-semibold text-base">{title}</h2>}
            {description && <p className="mt-0.5 text-ink-soft text-sm">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div
        className={
          flush ? '' : classNames('px-[min(1.25rem,6vw)] pb-5', !title && !actions && 'pt-5')
        }
      >
        {children}
      </div>
    </section>
  )
}
