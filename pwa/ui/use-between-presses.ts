import { useEffect, useRef, useState } from 'react'

/** The browser says what was pressed after letting go, by what is there then. */
const clickMs = 100

/**
 * For what comes and goes by itself and moves the screen, such as a banner: it waits while a person
 * presses, or the press would end beside what it began on and do nothing.
 */
export function useBetweenPresses<Value>(value: Value): Value {
  const [isPressing, setPressing] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    let ending: ReturnType<typeof setTimeout> | undefined
    function begin() {
      clearTimeout(ending)
      setPressing(true)
    }
    function end() {
      clearTimeout(ending)
      ending = setTimeout(() => setPressing(false), clickMs)
    }
    const { signal } = unmounted
    window.addEventListener('pointerdown', begin, { capture: true, signal })
    for (const type of ['pointerup', 'pointercancel']) {
      window.addEventListener(type, end, { capture: true, signal })
    }
    // Let go outside of the window.
    window.addEventListener('blur', end, { signal })
    return () => {
      clearTimeout(ending)
      unmounted.abort()
    }
  }, [])
  const shown = useRef(value)
  if (!isPressing) shown.current = value
  return shown.current
}
