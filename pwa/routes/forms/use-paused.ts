/** Debounces typed text, so that a search asks the server once per word. */
import { useEffect, useState } from 'react'

/** Long enough to type a word, too short to wait for. */
const pauseMs = 300

/**
 * @returns the last text that stayed unchanged for `pauseMs`, '' at first; an emptied field counts
 * at once
 */
export function usePaused(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
