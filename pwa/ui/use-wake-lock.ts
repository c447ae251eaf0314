/** Keeps the screen on: while scanning, while a card is shown to a scanner, at a kiosk. */
import { useEffect } from 'react'

/** A browser gives the lock up when the page is hidden; it is asked again when it is back. */
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
