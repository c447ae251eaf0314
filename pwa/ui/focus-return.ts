/**
 * Returns the focus to the element that opened a dialog. State opens the dialogs here, so radix has
 * no trigger to return to, and the focus would fall back to the start of the page (WCAG 2.4.3).
 */
import { useRef } from 'react'
import { focusNear, focusPathOf } from './keep-focus.ts'

/**
 * The element that opened the first dialog of a chain: the next one opens while nothing has the
 * focus.
 */
let lastOpener: HTMLElement | null = null

export function useFocusReturn(open: boolean) {
  const wasOpen = useRef(false)
  const opener = useRef<HTMLElement | null>(null)
  const around = useRef<Element[]>([])
  // Before the dialog renders, because a field in it may take the focus as it appears.
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

/** A menu item is gone when the dialog closes, so use the menu's button instead. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const menu = active.closest('[role=menu]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? active
}
