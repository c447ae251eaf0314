/**
 * Gives the focus back to what opened a dialog. Dialogs here are opened by state and have no trigger
 * that radix could return to, so the focus would fall to the page's start (WCAG 2.4.3).
 */
import { useRef } from 'react'
import { focusNear, focusPathOf } from './keep-focus.ts'

/** Where a chain of dialogs began: the next one opens while nothing has the focus. */
let lastOpener: HTMLElement | null = null

export function useFocusReturn(open: boolean) {
  const wasOpen = useRef(false)
  const opener = useRef<HTMLElement | null>(null)
  const around = useRef<Element[]>([])
  // Before the dialog is there: a field in it may take the focus as it appears.
  if (open && !wasOpen.current) opener.current = findOpener()
  wasOpen.current = open
  return {
    onOpenAutoFocus() {
      if (!opener.current?.isConnected) opener.current = lastOpener
      lastOpener = opener.current
      around.current = opener.current ? focusPathOf(opener.current) : []
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
      else focusNear(around.current)
    },
  }
}

/** An entry of a menu is gone when the dialog closes; the menu's button is still there. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const menu = active.closest('[role=menu]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? active
}
