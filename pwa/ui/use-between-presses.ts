/**
 * Holds a value while the person is pressing something. A banner that appears during a press would
 * move the screen, so that the pressed element would no longer be under the pointer at release, and
 * the press would do nothing.
 */
import { useEffect, useRef, useState } from 'react'

/**
 * At release, the browser decides which element was clicked by what is under the pointer. Safari
 * takes over 300 ms for that on a zoomed-in page.
 */
const clickMs = 400

export function useBetweenPresses<Value>(value: Value): Value {
  const [isPressing, setPressing] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    let isDown = false
    let ending: ReturnType<typeof setTimeout> | undefined
    function begin({ button }: PointerEvent) {
      if (button !== 0) return
      isDown = true
      clearTimeout(ending)
      setPressing(true)
    }
    function end() {
      if (!isDown) return
      isDown = false
      ending = setTimeout(() => setPressing(false), clickMs)
    }
    const options = { capture: true, signal: unmounted.signal }
    window.addEventListener('pointerdown', begin, options)
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
    // If a press ends in a native menu or another window, the page may not get its end event.
    window.addEventListener('contextmenu', end, options)
    window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), options)
    window.addEventListener('blur', end, { signal: unmounted.signal })
    return () => {
      clearTimeout(ending)
      unmounted.abort()
    }
  }, [])
  const shown = useRef(value)
  if (!isPressing) shown.current = value
  return shown.current
}
