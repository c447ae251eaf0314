/**
 * Keeps the focus on the screen when what has it goes away: a row that is deleted, a bar that closes,
 * a dialog whose opener is gone. Browsers would put it at the page's start, and keyboards and screen
 * readers would begin anew (WCAG 2.4.3).
 */
import { isInToast } from './toast-region.ts'

/** An element and all that is around it, the nearest first: kept, because a removed one has no parents. */
export function focusPathOf(element: Element): Element[] {
  const path: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) path.push(each)
  return path
}

/** What is read and gone on from: a dialog, or the heading of the part of the screen. */
const places = '[role=dialog], [role=alertdialog], [role=tabpanel], section, main'

/** Gives the focus to what is left of the way to where it was. */
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

/** Dialogs, menus and screens that move the focus themselves do it a moment later. */
const patienceMs = 100

/** @returns how to stop */
export function keepFocus(): () => void {
  let path: Element[] = []
  let address = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What had the focus was seen gone or disabled. */
  let isAway = false

  function remember({ target }: FocusEvent) {
    if (!(target instanceof Element) || isInToast(target)) return
    path = focusPathOf(target)
    address = location.pathname
    isAway = false
    clearTimeout(timer)
  }
  /** A press on an empty place takes the focus from where it was, and nothing gives it back. */
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
      // Another screen begins at its start.
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
