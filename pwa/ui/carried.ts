/**
 * Carries what people typed and see over a change of the language, for which all screens mount anew.
 * Only in memory, and only while its screen is shown: a locked till has none of it.
 */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'

const shown = new Map<string, unknown>()
let isMountingAnew = false

/** @param render mounts all screens anew */
export function carryOver(render: () => void): void {
  isMountingAnew = true
  flushSync(render)
  isMountingAnew = false
}

/** @returns the value that the screen had, or undefined except while all screens mount anew */
export function carried<Value>(name: string): Value | undefined {
  return isMountingAnew ? (shown.get(name) as Value | undefined) : undefined
}

/** The value to give to the same screen when all mount anew. */
export function useCarried(name: string, value: unknown): void {
  useEffect(() => {
    shown.set(name, value)
    return () => void shown.delete(name)
  }, [name, value])
}
