/**
 * Fixed-window rate limiter, in memory. For load limits, which have to cost less than what they
 * block and need not be exact across servers.
 */

interface Window {
  endsAt: number
  count: number
}

/** Beyond it the oldest windows are evicted, so strangers can't exhaust memory. */
const windowsKept = 50_000
/** Evicted at once, so that searching for the oldest is rare. */
const windowsForgotten = 5_000

export class Windows {
  /** In the order in which they began. */
  readonly #windows = new Map<string, Window>()

  /** @returns milliseconds until the window ends, or 0 if one more is allowed */
  waitMs(key: string, count: number, now: number): number {
    const known = this.#windows.get(key)
    return known && known.endsAt > now && known.count >= count ? known.endsAt - now : 0
  }

  /** @returns milliseconds until the window ends, or 0 if this one was allowed */
  spend(key: string, count: number, windowMs: number, now: number): number {
    const waitMs = this.waitMs(key, count, now)
    if (waitMs > 0) return waitMs
    const known = this.#windows.get(key)
    if (known && known.endsAt > now) {
      known.count += 1
      return 0
    }
    if (known) this.#windows.delete(key)
    else if (this.#windows.size >= windowsKept) this.#forgetOldest()
    this.#windows.set(key, { endsAt: now + windowMs, count: 1 })
    return 0
  }

  #forgetOldest(): void {
    let left = windowsForgotten
    for (const key of this.#windows.keys()) {
      if (left === 0) return
      this.#windows.delete(key)
      left -= 1
    }
  }
}
