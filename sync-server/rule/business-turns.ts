/**
 * Runs a job's work for one business after another. A business whose work fails waits longer before
 * each retry, and each cause is logged once; the other businesses go on.
 */
import { describeFault, isPassingFault } from '#sync-server/database/fault.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Parts } from './parts.ts'

/** A business, or one of its campaigns. */
interface Whose {
  businessId: string
  campaignId?: string
}

export class BusinessTurns {
  readonly #job: string
  readonly #everyMs: number
  readonly #resting = new Map<string, { failures: Failures; untilMs: number }>()
  #passing = 0

  constructor(job: string, everyMs: number) {
    this.#job = job
    this.#everyMs = everyMs
  }

  forgetWaits(): void {
    for (const rest of this.#resting.values()) rest.untilMs = 0
  }

  /**
   * @returns the work's result, or null if it failed or still waits after a failure
   * @throws the error if the database itself is gone, so that the whole job backs off
   */
  async take<Result>(
    { clock, log }: Pick<Parts, 'clock' | 'log'>,
    whose: Whose,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    const key = `${whose.businessId} ${whose.campaignId ?? ''}`
    const rest = this.#resting.get(key)
    if (rest && rest.untilMs > clock.now().getTime()) return null
    const facts = { job: this.#job, ...whose }
    try {
      const result = await work()
      this.#passing = 0
      rest?.failures.end((failures) => log('job.recovered', { ...facts, failures }))
      this.#resting.delete(key)
      return result
    } catch (error) {
      this.#passing = isPassingFault(error) ? this.#passing + 1 : 0
      if (this.#passing >= serverLimits.passingFaultsInRow) throw error
      const failures = rest?.failures ?? new Failures()
      const waitMs = failures.note(error, this.#everyMs, (reason) =>
        log('job.failed', { ...facts, reason }),
      )
      this.#resting.set(key, { failures, untilMs: clock.now().getTime() + waitMs })
      return null
    }
  }
}

/**
 * Advances all due work by one step before any takes the next, so that none waits for another's
 * end.
 * @param advance returns whether that work has more to do
 * @returns the work that is left after this many steps
 */
export async function advanceInTurn<Due>(
  due: readonly Due[],
  stepsMax: number,
  advance: (each: Due) => Promise<boolean | null> | null,
): Promise<readonly Due[]> {
  let left = due
  for (let step = 0; step < stepsMax && left.length > 0; step += 1) {
    const next: Due[] = []
    for (const each of left) if (await advance(each)) next.push(each)
    left = next
  }
  return left
}

/** Consecutive failures: doubles the wait with each, up to a bound, and logs each cause once. */
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
