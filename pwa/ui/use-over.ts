/** Whether an instant has passed; renders again when it does, also on a tablet that slept. */
import { useEffect, useState } from 'react'

/** @param until null for an instant that is not known yet */
export function useOver(until: string | null): boolean {
  const [now, setNow] = useState(Date.now)
  const endsAt = until === null ? Number.POSITIVE_INFINITY : Date.parse(until)
  useEffect(() => {
    if (endsAt === Number.POSITIVE_INFINITY) return
    const look = () => setNow(Date.now())
    const timer = setTimeout(look, Math.max(0, endsAt - Date.now()))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return endsAt <= now
}
