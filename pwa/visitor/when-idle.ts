/**
 * Decides when a page loads code that it only needs later: at the first touch, when the page is
 * left, or a while after it loaded; storage too, if an earlier visit may have left something to
 * send. Code for a press of the button is loaded at the first touch, so not at all for a visitor
 * who only looks. Code needed at once does not wait for these.
 */
import { hasEarlierStorage } from '#pwa/visitor/earlier-storage.ts'

const quietMs = 500
const touches = ['pointerdown', 'keydown', 'focusin'] as const

let touch: Promise<void> | undefined
let moment: Promise<void> | undefined
let storage: Promise<void> | undefined

/** Resolves when the page is touched or left; one promise per window. */
export function firstTouch(): Promise<void> {
  touch ??= new Promise((resolve) => {
    function settle() {
      for (const name of touches) document.removeEventListener(name, settle)
      document.removeEventListener('visibilitychange', settle)
      resolve()
    }
    for (const name of touches) document.addEventListener(name, settle, { passive: true })
    document.addEventListener('visibilitychange', settle)
  })
  return touch
}

/** One promise per window. */
export function whenIdle(): Promise<void> {
  moment ??= new Promise((resolve, reject) => {
    firstTouch().then(resolve, reject)
    const wait = () => setTimeout(resolve, quietMs)
    const isLoading = document.readyState === 'loading' || document.readyState === 'interactive'
    if (isLoading) window.addEventListener('load', wait, { once: true })
    else wait()
  })
  return moment
}

/** Resolves when storage should be loaded; one promise per window. */
export function storageMoment(): Promise<void> {
  storage ??= whenIdle().then(async () => {
    if (!(await hasEarlierStorage())) await firstTouch()
  })
  return storage
}
