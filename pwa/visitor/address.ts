/**
 * The current path of the public entry as a live value, without a router; back and forward work.
 */
import { useSyncExternalStore } from 'react'

const changed = 'regulars-address'

export function goTo(path: string): void {
  history.pushState(null, '', path)
  window.dispatchEvent(new Event(changed))
  window.scrollTo(0, 0)
}

function listen(hear: () => void): () => void {
  window.addEventListener('popstate', hear)
  window.addEventListener(changed, hear)
  return () => {
    window.removeEventListener('popstate', hear)
    window.removeEventListener(changed, hear)
  }
}

export function usePath(): string {
  return useSyncExternalStore(listen, () => location.pathname)
}
