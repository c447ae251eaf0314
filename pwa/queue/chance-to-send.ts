/**
 * Events that justify an immediate try despite the back-off: the network came back, or the page
 * became visible. `navigator.onLine` is unreliable and not used.
 */
export interface ChanceSeams {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
}

/** @returns a function that stops listening */
export function onChanceToSend(
  listener: () => void,
  { window, document }: ChanceSeams = globalThis,
): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // Only for a page restored from the back/forward cache: a new page tries anyway.
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
