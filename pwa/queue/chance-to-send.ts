/**
 * When to try at once, whatever the back-off says: the network is said to be back, or somebody
 * looks at the page again. `navigator.onLine` itself is a hint and never asked.
 */
export interface ChanceSeams {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
}

/** @returns how to stop */
export function onChanceToSend(
  listener: () => void,
  { window, document }: ChanceSeams = globalThis,
): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // Only a page that comes back from the back/forward cache: a new one tries by itself.
  const onShown = (event: PageTransitionEvent) => {
    if (event.persisted) listener()
  }
  window.addEventListener('online', listener)
  window.addEventListener('pageshow', onShown)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('pageshow', onShown)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
