/**
 * Carries what people typed and see over a change of the language, which remounts all screens.
 * Only in memory, and only while its screen is shown: a locked till has none of it.
 */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'

const shown = new Map<string, unknown>()
let isRemounting = false

/** @param render remounts all screens */
export function carryOver(render: () => void): void {
  isRemounting = true
  try {
    flushSync(render)
  } finally {
    isRemounting = false
  }
}

/** @returns the value that the screen had, or undefined unless all screens remount */
export function carried<Value>(name: string): Value | undefined {
  return isRemounting ? (shown.get(name) as Value | undefined) : undefined
}

/** Input that is being saved is not carried: it would look unsaved, and be saved twice. */
export function dropCarried(...names: string[]): void {
  for (const name of names) shown.delete(name)
}

/** The value to give to the same screen when all remount. */
export function useCarried(name: string, value: unknown): void {
  useEffect(() => {
    shown.set(name, value)
    return () => void shown.delete(name)
  }, [name, value])
}
