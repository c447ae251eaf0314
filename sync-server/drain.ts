/**
 * The end of a server in two steps: it leaves first, so that `/readyz` says no and proxies send new
 * calls elsewhere, and then ends what stays open by itself, such as streams of pokes.
 */
export class Drain {
  readonly #leaving = new AbortController()
  readonly #ending = new AbortController()

  leave(): void {
    this.#leaving.abort()
  }

  end(): void {
    this.leave()
    this.#ending.abort()
  }

  get isLeaving(): boolean {
    return this.#leaving.signal.aborted
  }

  get ending(): AbortSignal {
    return this.#ending.signal
  }
}
