/** A screen's title (also the window's), description and actions. */
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

type Title =
  | { title: string; windowTitle?: never }
  /** `windowTitle` is plain text, for titles that are more than text. */
  | { title: ReactNode; windowTitle: string }

type PageHeaderProps = Title & {
  description?: ReactNode
  actions?: ReactNode
}

export function PageHeader({ title, windowTitle, description, actions }: PageHeaderProps) {
  useTitle(windowTitle ?? String(title))
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="break-words font-semibold text-2xl tracking-tight">{title}</h1>
        {description && <p className="wrap-anywhere mt-1 text-ink-soft">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </div>
  )
}
