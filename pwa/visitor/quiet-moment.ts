/**
 * When to load what a page needs only later, its storage first of all: at the first touch, when the
 * page is left, or some time after it was there. Whoever needs it at once does not ask here.
 */
const quietMs = 500
const touches = ['pointerdown', 'keydown', 'focusin'] as const

let moment: Promise<void> | undefined

/** Once for a window, whoever asks. */
export function quietMoment(): Promise<void> {
  moment ??= new Promise((resolve) => {
    function settle() {
      for (const touch of touches) document.removeEventListener(touch, settle)
      document.removeEventListener('visibilitychange', settle)
      resolve()
    }
    for (const touch of touches) document.addEventListener(touch, settle, { passive: true })
    document.addEventListener('visibilitychange', settle)
    const wait = () => setTimeout(settle, quietMs)
    const isLoading = document.readyState === 'loading' || document.readyState === 'interactive'
    if (isLoading) window.addEventListener('load', wait, { once: true })
    else wait()
  })
  return moment
}
