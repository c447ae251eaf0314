/** What is typed, once the person pauses: a search that asks the server asks once a word. */
import { useEffect, useState } from 'react'

/** Long enough to type a word, too short to wait for. */
const pauseMs = 300

/** @returns the last text that stood for a moment, nothing at first; an emptied field counts at once */
export function usePaused(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
