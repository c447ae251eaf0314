/** Keeps the screen on while scanning, while a card is shown to a scanner, and at a kiosk. */
import { useEffect } from 'react'

/**
 * Browsers release the lock when the page is hidden, so this requests it again when it is visible.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let wanted = true
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (given) => {
          if (wanted) lock = given
          else void given.release()
        },
        () => {},
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      wanted = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [active])
}
