/** The top bar of screens without a sidebar, such as the landing page and legal texts. */
import type { ReactNode } from 'react'

interface TopBarProps {
  brand: ReactNode
  /** Links and buttons at the right end. */
  children?: ReactNode
}

export function TopBar({ brand, children }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 sm:px-6">
        {brand}
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">{children}</div>
      </div>
    </header>
  )
}
