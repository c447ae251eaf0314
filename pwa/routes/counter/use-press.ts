/**
 * One press, one act: a second press is nothing while the first is being saved, nor once it has
 * succeeded, since the screen is about to change. What failed can be pressed again.
 */
import { useRef } from 'react'
import { showFailure } from '#pwa/routes/show-failure.ts'
import { give } from './feedback.ts'

/** @returns does the work of a press; `title` is what is said when it fails */
export function usePress(): (title: string, work: () => Promise<void>) => Promise<void> {
  const isPressed = useRef(false)
  return async (title, work) => {
    if (isPressed.current) return
    isPressed.current = true
    try {
      await work()
    } catch (error) {
      isPressed.current = false
      give('refused')
      showFailure(title, error)
    }
  }
}
