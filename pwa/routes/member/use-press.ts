/**
 * Guards against double taps: ignores presses while the first is being saved and after it succeeds,
 * since the screen is about to change. After a failure it accepts another press.
 */
import { useRef } from 'react'
import { showFailure } from '#pwa/routes/forms/show-failure.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { give } from './feedback.ts'

/**
 * @returns runs the work of a press; `title` is the toast's title if it fails. `onInvalid` shows
 * beside the fields what is wrong with them
 */
export function usePress() {
  const isPressed = useRef(false)
  return async (
    title: string,
    work: () => Promise<void>,
    onInvalid?: (invalid: InvalidPayload) => void,
  ): Promise<void> => {
    if (isPressed.current) return
    isPressed.current = true
    try {
      await work()
    } catch (error) {
      isPressed.current = false
      give('refused')
      if (onInvalid && error instanceof InvalidPayload) onInvalid(error)
      else showFailure(title, error)
    }
  }
}
