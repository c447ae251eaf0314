/**
 * The frame of signed-in screens: a sidebar on a desktop, a drawer behind a menu button on a
 * phone; banners across the top; the way to the content first for the keyboard.
 */
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

interface SidebarLayoutProps {
  brand: ReactNode
  /** Links, made with `navItemClass`. */
  navigation: ReactNode
  /** Bottom of the sidebar: account links, log out. */
  account: ReactNode
  banners?: ReactNode
  /** Right of the top bar: sync status, search. */
  tools?: ReactNode
  children: ReactNode
}

export function navItemClass(active = false): string {
  return classNames(
    'flex h-11 w-full items-center gap-3 rounded-md px-3 text-sm font-medium no-underline md:h-10',
    active ? 'bg-accent-soft text-on-accent-soft' : 'text-ink-soft hover:bg-sunken hover:text-ink',
  )
}

export function SidebarLayout({
  brand,
  navigation,
  account,
  banners,
  tools,
  children,
}: SidebarLayoutProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-accent p-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {open && (
        <button
          type="button"
          aria-label="Close menu"
          onClick={() => setOpen(false)}
          className="appear fixed inset-0 z-30 bg-shade md:hidden"
        />
      )}
      <aside
        className={classNames(
          'fixed inset-y-0 left-0 z-40 w-64 shrink-0 flex-col border-line border-r bg-surface md:sticky md:top-0 md:flex md:h-dvh',
          open ? 'rise flex' : 'hidden',
        )}
      >
        <div className="flex h-16 items-center gap-3 px-5">{brand}</div>
        <nav
          aria-label="Main"
          className="flex-1 overflow-y-auto px-3 py-2"
          onClick={() => setOpen(false)}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        >
          {navigation}
        </nav>
        <div className="border-line border-t px-3 py-3">{account}</div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-line border-b bg-paper/95 px-4 backdrop-blur sm:px-6 md:h-16">
          <button
            type="button"
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-ml-2 flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken md:hidden"
          >
            {open ? <X size={20} aria-hidden="true" /> : <MenuIcon size={20} aria-hidden="true" />}
          </button>
          {tools}
        </header>
        {banners}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 md:py-8"
        >
          {children}
        </main>
      </div>
    </div>
  )
}
