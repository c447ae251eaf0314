/**
 * Keeps `--keyboard` at the height of an on-screen keyboard that covers the page's end, as on iOS,
 * where only the visual viewport shrinks. What sticks to the end of the screen stays above it, and
 * the field that is typed into moves above that.
 */
import { useEffect } from 'react'

/** Smaller differences come from the browser's own bars. */
const leastPx = 80

export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const ended = new AbortController()
    const { signal } = ended
    let keyboardPx = 0
    const measure = (event?: Event) => {
      const coveredPx = innerHeight - viewport.height - viewport.offsetTop
      // A pinch shrinks the visual viewport, too.
      const isKeyboard = viewport.scale === 1 && coveredPx >= leastPx
      const beforePx = keyboardPx
      keyboardPx = isKeyboard ? coveredPx : 0
      style.setProperty('--keyboard', `${keyboardPx}px`)
      // After that, the person may scroll the field away.
      if (event?.type === 'resize' && keyboardPx > beforePx) showField()
    }
    measure()
    for (const event of ['resize', 'scroll']) viewport.addEventListener(event, measure, { signal })
    addEventListener(
      'focusin',
      () => {
        // A tap that moves the focus is complete in the next frame.
        if (keyboardPx > 0) requestAnimationFrame(showField)
      },
      { signal },
    )
    return () => {
      ended.abort()
      style.removeProperty('--keyboard')
    }
  }, [])
}

/** `scroll-padding` keeps it above what sticks to the end of the screen. */
function showField(): void {
  const focused = document.activeElement
  if (focused?.matches('input')) focused.scrollIntoView({ block: 'nearest' })
}
