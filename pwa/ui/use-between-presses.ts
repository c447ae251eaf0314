/**
 * Holds a value while a person presses something. A banner that appears by itself moves the screen:
 * what was pressed would no longer be under the pointer when it is released, and the press would do
 * nothing.
 */
import { useEffect, useRef, useState } from 'react'

/**
 * After the pointer is released, the browser decides what was clicked by what is under it at that
 * moment. Safari takes over 300 ms for that on a page that is zoomed in.
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
    // Of a press that ends in a native menu or in another window, the page may not hear the end.
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
