/** Sets the window's title while a screen is open. */
import { useEffect } from 'react'

export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Regulars`
  }, [screen])
}
