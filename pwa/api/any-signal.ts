/** `AbortSignal.any`, which Safari only has since 17.4. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([...signals])
  const controller = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    })
  }
  return controller.signal
}
