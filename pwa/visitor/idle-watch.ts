/**
 * Notices that nobody touches a shared screen any more: counts the last seconds down in sight, so
 * that whoever is still there can say so, then ends. By the clock, not by one long timer: a tablet
 * that slept has been idle all the while.
 */
export interface IdleTimes {
  idleMs: number
  /** How long before the end the countdown is shown. */
  warningMs: number
}

interface IdleEars {
  /** Whole seconds left, or null while there is no hurry. Only told when it changes. */
  countDown: (secondsLeft: number | null) => void
  end: () => void
}

export interface IdleWatch {
  touch: () => void
  stop: () => void
}

const lookEveryMs = 250

export function watchIdle(
  { idleMs, warningMs }: IdleTimes,
  { countDown, end }: IdleEars,
): IdleWatch {
  let touchedAt = Date.now()
  let shown: number | null = null

  function show(secondsLeft: number | null) {
    if (secondsLeft === shown) return
    shown = secondsLeft
    countDown(secondsLeft)
  }

  function look() {
    // A clock that was turned back gives nobody more time than one whole wait.
    const leftMs = idleMs - Math.abs(Date.now() - touchedAt)
    if (leftMs > warningMs) return show(null)
    if (leftMs > 0) return show(Math.ceil(leftMs / 1000))
    stop()
    show(null)
    end()
  }

  const timer = setInterval(look, lookEveryMs)
  const stop = () => clearInterval(timer)
  return {
    stop,
    touch() {
      touchedAt = Date.now()
      show(null)
    },
  }
}
