/** An event of this window, with those who listen to it. */
export interface Emitter<Args extends unknown[]> {
  /** @returns a function that stops listening */
  listen: (listener: (...args: Args) => void) => () => void
  /** Calls the listeners; one that stops during the call may still be called. */
  emit: (...args: Args) => void
}

export function createEmitter<Args extends unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}
