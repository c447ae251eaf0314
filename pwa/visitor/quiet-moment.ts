/**
 * When to load what a page needs only later: at the first touch, when the page is left, or some time
 * after it was there. Its storage too, where an earlier visit may have left something to send. What
 * else only a press of its button needs: at the first touch, and not at all by a visitor who only
 * looks. Whoever needs something at once does not ask here.
 */
import { hasKeptBefore } from '#pwa/visitor/kept-before.ts'

const quietMs = 500
const touches = ['pointerdown', 'keydown', 'focusin'] as const

let touch: Promise<void> | undefined
let moment: Promise<void> | undefined
let storage: Promise<void> | undefined

/** The page is used, or left: once for a window, whoever asks. */
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

/** Once for a window, whoever asks. */
export function quietMoment(): Promise<void> {
  moment ??= new Promise((resolve, reject) => {
    firstTouch().then(resolve, reject)
    const wait = () => setTimeout(resolve, quietMs)
    const isLoading = document.readyState === 'loading' || document.readyState === 'interactive'
    if (isLoading) window.addEventListener('load', wait, { once: true })
    else wait()
  })
  return moment
}

/** For what needs storage: once for a window, whoever asks. */
export function storageMoment(): Promise<void> {
  storage ??= quietMoment().then(async () => {
    if (!(await hasKeptBefore())) await firstTouch()
  })
  return storage
}
