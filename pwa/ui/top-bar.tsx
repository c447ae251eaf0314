/** The bar of a screen without a sidebar: the landing page, texts, the counter on a phone. */
import type { ReactNode } from 'react'

interface TopBarProps {
  brand: ReactNode
  /** Right end: links and buttons. */
  children?: ReactNode
}

export function TopBar({ brand, children }: TopBarProps) {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        {brand}
        <div className="flex items-center gap-2 sm:gap-3">{children}</div>
      </div>
    </header>
  )
}
