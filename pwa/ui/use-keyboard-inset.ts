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
    const root = document.documentElement
    function measure() {
      if (!viewport) return
      const coveredPx = innerHeight - viewport.height - viewport.offsetTop
      // A pinch shrinks the visual viewport, too.
      const isKeyboard = viewport.scale === 1 && coveredPx >= leastPx
      root.style.setProperty('--keyboard', `${isKeyboard ? Math.round(coveredPx) : 0}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      root.style.removeProperty('--keyboard')
    }
  }, [])
}
