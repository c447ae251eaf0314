/** In-process event emitter, by key. */
export class Listeners<News extends unknown[]> {
  readonly #byKey = new Map<string, Set<(...news: News) => void>>()

  /** @returns a function that stops listening; calling it again does nothing */
  add(key: string, heard: (...news: News) => void): () => void {
    const listeners = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, listeners.add(heard))
    return () => {
      if (!listeners.delete(heard) || listeners.size > 0) return
      this.#byKey.delete(key)
    }
  }

  tell(key: string, ...news: News): void {
    for (const heard of this.#byKey.get(key) ?? []) heard(...news)
  }
}
