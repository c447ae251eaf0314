/**
 * Stops a server in two steps. It leaves first: `/readyz` says no, and proxies send new calls
 * elsewhere. Then it ends streams of pokes, which would stay open.
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
