/**
 * The addresses of the public entry, read without a router (docs/product.md). Choosing a code
 * changes the address to /signup/{code}; back and forward work.
 */
import { useSyncExternalStore } from 'react'

export type PublicScreen =
  | { name: 'scan' }
  | { name: 'signUp'; code: string }
  | { name: 'kiosk'; code: string }
  | { name: 'customer'; customerId: string }
  | { name: 'unsubscribe'; token: string }
  | { name: 'unknown' }

export function readAddress(path: string): PublicScreen {
  const [first, rest, ...more] = path.split('/').filter(Boolean).map(decoded)
  if (more.length > 0) return { name: 'unknown' }
  if (first === 'customer-signup') return rest ? { name: 'signUp', code: rest } : { name: 'scan' }
  if (first === 'signup' && rest) return { name: 'signUp', code: rest }
  if (first === 'kiosk' && rest) return { name: 'kiosk', code: rest }
  if (first === 'customer' && rest) return { name: 'customer', customerId: rest }
  if (first === 'unsubscribe' && rest) return { name: 'unsubscribe', token: rest }
  return { name: 'unknown' }
}

/** A malformed escape is a code that nobody printed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

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
