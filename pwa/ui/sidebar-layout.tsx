/**
 * The frame of signed-in screens: a sidebar on desktops; on phones, in landscape too, a drawer
 * behind a menu button, which is in the bar at the foot if there is one. Banners across the top; a
 * skip link comes first.
 */

import './print.css'
import { Menu as MenuIcon, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { classNames } from './class-names.ts'
import { SkipLink } from './skip-link.tsx'
import { useMedia } from './use-media.ts'

interface SidebarLayoutProps {
  brand: ReactNode
  /** The brand's picture alone, at the start of a phone's top bar; its menu button is in the foot. */
  mark?: ReactNode
  /** Links with `navItemClass`. */
  navigation: ReactNode
  /** At the bottom of the sidebar: account links, log out. */
  account: ReactNode
  banners?: ReactNode
  /** Below the content, where changing elements don't move anything. */
  foot?: ReactNode
  /** The top bar: search at its start, elements with `ml-auto` at its end. */
  tools?: ReactNode
  /** Links with `barItemClass` at the foot of a phone held upright. */
  bar?: ReactNode
  /** Gives the screen the full width: the sidebar is a drawer on desktops too. */
  full?: boolean
  children: ReactNode
}

/**
 * Classes for a `<Link>` in the sidebar; the router's `aria-current` highlights it, and so does
 * `active`.
 */
export function navItemClass(active = false): string {
  return classNames(
    'flex h-11 w-full items-center gap-3 rounded-md px-3 font-medium text-sm no-underline transition-colors pointer-fine:md:h-9.5',
    '[&_svg]:size-4.5 [&_svg]:shrink-0',
    'aria-[current=page]:bg-accent-soft aria-[current=page]:text-on-accent-soft forced-colors:aria-[current=page]:border',
    active ? 'bg-accent-soft text-on-accent-soft' : 'text-ink-soft hover:bg-sunken hover:text-ink',
  )
}

/** Classes for a link or button of the bar at the foot of a phone. */
export function barItemClass(active = false): string {
  return classNames(
    'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 px-1 font-medium text-xs no-underline',
    active ? 'text-on-accent-soft' : 'text-ink-soft',
  )
}

export function SidebarLayout({
  banners,
  foot,
  tools,
  bar,
  mark,
  full = false,
  children,
  ...parts
}: SidebarLayoutProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const isPhone = useMedia('(max-width: 47.99rem)')
  return (
    <div className="flex min-h-dvh print:block print:min-h-0 [--banner:0rem] [--bar-height:3.5rem] has-[[data-banners]>*]:[--banner:3.75rem] md:[--bar-height:4rem] short:[--bar-height:3rem]">
      <div className="contents print:hidden">
        <SkipLink />
      </div>
      {!full && (
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-line border-r bg-surface md:flex short:hidden print:hidden">
          <SidebarParts {...parts} />
        </aside>
      )}
      <div className="page-end flex min-w-0 flex-1 flex-col">
        <header className="print:hidden sticky top-0 z-20 flex min-h-(--bar-height) items-center gap-3 border-line border-b bg-paper px-4 sm:px-6">
          <Drawer
            {...parts}
            full={full}
            isOpen={isMenuOpen}
            onOpen={setMenuOpen}
            more={isPhone && bar ? more : null}
          />
          {isPhone && bar && <div className="flex short:hidden">{mark}</div>}
          {tools}
        </header>
        <div data-banners="" className="contents print:hidden">
          {banners}
        </div>
        <main
          id="content"
          tabIndex={-1}
          className={classNames(
            'mx-auto w-full max-w-6xl flex-1 px-4 sm:px-6 short:pt-2 print:max-w-none print:p-0',
            full
              ? 'pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:pt-4'
              : 'pt-6 pb-[max(2.5rem,env(safe-area-inset-bottom))] md:pt-8',
          )}
        >
          {children}
        </main>
        {isPhone && bar && (
          <FootBar more={more} onMore={() => setMenuOpen(true)}>
            {bar}
          </FootBar>
        )}
        {foot && (
          <div data-foot="" className="contents print:hidden">
            {foot}
          </div>
        )}
      </div>
    </div>
  )
}

interface FootBarProps {
  /** The button that opens the drawer. */
  more: RefObject<HTMLButtonElement | null>
  onMore: () => void
  children: ReactNode
}

function FootBar({ more, onMore, children }: FootBarProps) {
  return (
    <nav
      data-foot-bar=""
      aria-label={uiTexts.bar}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden short:hidden print:hidden"
    >
      <div className="contents">{children}</div>
      <button
        ref={more}
        type="button"
        aria-haspopup="dialog"
        // The open place is behind it if none of the links is current.
        className={`${barItemClass()} in-[nav:not(:has([aria-current=page]))]:text-on-accent-soft`}
        onClick={onMore}
      >
        <MenuIcon size={21} aria-hidden="true" />
        <span>{uiTexts.more}</span>
      </button>
    </nav>
  )
}

type Parts = Pick<SidebarLayoutProps, 'brand' | 'navigation' | 'account'>

function SidebarParts({ brand, navigation, account }: Parts) {
  return (
    <>
      <div className="flex h-16 shrink-0 items-center gap-3 px-5">{brand}</div>
      <nav
        aria-label={uiTexts.mainNavigation}
        className="scroll-edges flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-2 short:flex-none short:overflow-visible"
      >
        {navigation}
      </nav>
      <div className="flex flex-col gap-0.5 border-line border-t px-3 py-3">{account}</div>
    </>
  )
}

interface DrawerProps extends Parts {
  full: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The bar's button, which replaces the header's where the bar is. */
  more: RefObject<HTMLButtonElement | null> | null
}

function Drawer({ full, isOpen, onOpen, more, ...parts }: DrawerProps) {
  const onlyPhones = !full && 'md:hidden'
  /** Closes the drawer after a link is followed. */
  function closeAfterLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) onOpen(false)
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpen}>
      <Dialog.Trigger
        aria-label={uiTexts.openMenu}
        className={classNames(
          '-ml-2.5 size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken',
          more ? 'hidden' : 'flex',
          onlyPhones,
          'short:flex',
        )}
      >
        <MenuIcon size={21} aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay
          className={classNames('appear fixed inset-0 z-40 bg-shade', onlyPhones, 'short:block')}
        />
        <Dialog.Content
          aria-describedby={undefined}
          onClick={closeAfterLink}
          onCloseAutoFocus={(event) => {
            // Nothing happens to a hidden button: the focus then returns to the header's.
            more?.current?.focus()
            if (document.activeElement === more?.current) event.preventDefault()
          }}
          className={classNames(
            'slide-in fixed inset-y-0 left-0 z-50 flex w-[calc(18rem+env(safe-area-inset-left))] max-w-[85vw] flex-col overflow-y-auto bg-surface pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] shadow-lifted focus:outline-none',
            onlyPhones,
            'short:flex',
          )}
        >
          <Dialog.Title className="sr-only">{uiTexts.menu}</Dialog.Title>
          <SidebarParts {...parts} />
          <Dialog.Close
            aria-label={uiTexts.closeMenu}
            className="absolute top-2.5 right-2 flex size-11 items-center justify-center rounded-md text-ink-faint hover:bg-sunken"
          >
            <X size={20} aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
