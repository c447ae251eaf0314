/** Consecutive failures: doubles the wait with each, up to a bound, and logs each cause once. */
import { describeFault } from '#sync-server/database/fault.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export class Failures {
  #count = 0
  #loggedCause: string | null = null

  /** @returns how long to wait before the next try */
  note(error: unknown, everyMs: number, log: (reason: string) => void): number {
    this.#count += 1
    const reason = describeFault(error)
    const cause = reason.split('\n', 1)[0] ?? reason
    if (cause !== this.#loggedCause) log(reason)
    this.#loggedCause = cause
    const boundMs = Math.max(everyMs, serverLimits.jobRetrySecondsMax * 1000)
    return Math.min(boundMs, everyMs * 2 ** this.#count)
  }

  /** After a success. */
  end(log: (failures: number) => void): void {
    if (this.#count > 0) log(this.#count)
    this.#count = 0
    this.#loggedCause = null
  }
}
