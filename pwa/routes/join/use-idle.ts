/**
 * Whether a person is using this shared screen: from their first touch until it has been left
 * alone.
 */
import { useEffect, useRef, useState } from 'react'
import { type IdleTimes, watchIdle } from '#pwa/visitor/idle-watch.ts'

interface Idle {
  isInUse: boolean
  /** Set while the countdown shows. */
  secondsLeft: number | null
}

const touches = ['pointerdown', 'keydown', 'input', 'wheel'] as const

/**
 * @param always watch even before the first touch, because the screen has something to clear
 * @param paused don't end the turn now
 */
export function useIdle(
  times: IdleTimes,
  { always, paused, onEnd }: { always: boolean; paused: boolean; onEnd: () => void },
): Idle {
  const [isTouched, setTouched] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const end = useRef(onEnd)
  end.current = onEnd
  const isInUse = isTouched || always
  const isWatched = isInUse && !paused

  useEffect(() => {
    const touch = () => setTouched(true)
    for (const name of touches) document.addEventListener(name, touch, { capture: true })
    return () => {
      for (const name of touches) document.removeEventListener(name, touch, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (!isWatched) return
    const watch = watchIdle(times, { countDown: setSecondsLeft, end: () => end.current() })
    for (const name of touches) document.addEventListener(name, watch.touch, { capture: true })
    return () => {
      watch.stop()
      setSecondsLeft(null)
      for (const name of touches) document.removeEventListener(name, watch.touch, { capture: true })
    }
  }, [isWatched, times])

  return { isInUse, secondsLeft }
}
