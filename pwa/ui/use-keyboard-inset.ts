/**
 * Keeps `--keyboard` at the height of an on-screen keyboard that covers the page's end, as on iOS,
 * where only the visual viewport shrinks. What sticks to the end of the screen stays above it.
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
    const measure = () => {
      const coveredPx = innerHeight - viewport.height - viewport.offsetTop
      // A pinch shrinks the visual viewport, too.
      const isKeyboard = viewport.scale === 1 && coveredPx >= leastPx
      style.setProperty('--keyboard', `${isKeyboard ? coveredPx : 0}px`)
    }
    measure()
    for (const event of ['resize', 'scroll']) {
      viewport.addEventListener(event, measure, { signal: ended.signal })
    }
    return () => {
      ended.abort()
      style.removeProperty('--keyboard')
    }
  }, [])
}
