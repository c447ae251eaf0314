/**
 * Keeps the focus nearby when the focused element disappears: a deleted row, a closed bar, a dialog
 * whose opener is gone. Browsers would move it to the start of the page, where keyboard and
 * screen-reader users would have to start over (WCAG 2.4.3).
 */
import { isInToast } from './toast-region.ts'

/**
 * An element and its ancestors, nearest first. Recorded early, because a removed element has no
 * parents.
 */
export function focusPathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each)
  return path
}

/** Places to continue from: a dialog, or the heading of a section. */
const places = '[role=dialog], [role=alertdialog], [role=tabpanel], section, main'

/** Focuses the nearest remaining ancestor's place. */
export function focusNear(path: readonly Element[]): void {
  const around = path.filter((each) => each.isConnected && each.matches(places))
  const main = document.querySelector('main')
  for (const place of main ? [...around, main] : around) {
    const isDialog = place.matches('[role=dialog], [role=alertdialog]')
    const target = isDialog ? place : place.querySelector('h1, h2, h3')
    if (!(target instanceof HTMLElement) || target.closest('.sr-only')) continue
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
    return
  }
}

/** Dialogs, menus and screens that move the focus themselves do so within this time. */
const patienceMs = 100

/** @returns how to stop */
export function keepFocus(): () => void {
  let path: Element[] = []
  let address = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The focused element was removed or disabled. */
  let isAway = false

  function remember({ target }: FocusEvent) {
    if (!(target instanceof Element) || isInToast(target)) return
    path = focusPathOf(target)
    address = location.pathname
    isAway = false
    clearTimeout(timer)
  }
  /** A press on empty space drops the focus on purpose, so don't restore it. */
  function forget() {
    if (isNowhere()) path = []
  }
  function look() {
    const [last] = path
    if (!last) return
    if (!isUnable(last)) {
      if (isAway && isNowhere() && last instanceof HTMLElement) last.focus({ preventScroll: true })
      isAway = false
      return
    }
    isAway = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A new screen starts at its top.
      if (isAway && isNowhere() && location.pathname === address) focusNear(path)
    }, patienceMs)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerup', forget)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerup', forget)
  }
}

function isNowhere(): boolean {
  return document.activeElement === document.body
}

function isUnable(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled')
}
