/**
 * Gives the focus back to what opened a dialog. Dialogs here are opened by state and have no trigger
 * that radix could return to, so the focus would fall to the page's start (WCAG 2.4.3).
 */
import { useRef } from 'react'

/** Where a chain of dialogs began: the next one opens while nothing has the focus. */
let lastOpener: HTMLElement | null = null

export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus() {
      const active = document.activeElement
      opener.current =
        active instanceof HTMLElement && active !== document.body
          ? openerBehind(active)
          : lastOpener
      lastOpener = opener.current
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}

/** An entry of a menu is gone when the dialog closes; the menu's button is still there. */
function openerBehind(active: HTMLElement): HTMLElement {
  const menu = active.closest('[role=menu]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button ?? active
}
