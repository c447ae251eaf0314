/**
 * Stops a server in two steps. It leaves first: `/readyz` says no, and proxies send new calls
 * elsewhere. Then it ends streams of pokes, which would stay open.
 */
export class Drain {
  isLeaving = false
  readonly #ending = new AbortController()

  leave(): void {
    this.isLeaving = true
  }

  end(): void {
    this.leave()
    this.#ending.abort()
  }

  get ending(): AbortSignal {
    return this.#ending.signal
  }
}
