/**
 * Whether the screen is being printed: lists that render only visible rows then render all of them.
 */
import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(listener: () => void): () => void {
  const paper = matchMedia('print')
  const set = (next: boolean) => () => {
    isPrinting = next
    listener()
  }
  const [begin, end] = [set(true), set(false)]
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  paper.addEventListener('change', listener)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    paper.removeEventListener('change', listener)
  }
}

export function usePrinted(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches)
}
