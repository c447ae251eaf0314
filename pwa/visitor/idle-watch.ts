/**
 * Detects that no one is using a shared screen: shows a countdown of the last seconds, so that a
 * person who is still there can touch it, then ends. Compares clock times instead of one long
 * timer, so that a sleeping tablet counts as idle.
 */
export interface IdleTimes {
  idleMs: number
  /** How long before the end the countdown starts. */
  warningMs: number
}

interface IdleEars {
  /** Whole seconds left, or null before the countdown. Called only on a change. */
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
    // A clock that was set back adds at most one whole wait.
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
