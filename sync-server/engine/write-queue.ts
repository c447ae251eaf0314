/**
 * Queues writes in this process, without holding a connection, until it is their business's turn. A
 * business has at most one open transaction, which takes everything queued in the meantime, up to a
 * bound. Businesses take turns, so a crowd at one delays only that one. Beyond a bound, new jobs
 * are refused before they cost anything.
 */
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface WriteJob {
  /** Number of operations; 0 means that the job needs its own transaction. */
  readonly size: number
  /**
   * Performs jobs that share this function in one transaction and settles each itself, even on
   * failure: it never rejects.
   */
  readonly perform: (businessId: string, jobs: WriteJob[]) => Promise<void>
}

export interface QueueBounds {
  transactionsAtOnce: number
  operationsAtOnce: number
  operationsWaiting: number
}

const bounds: QueueBounds = {
  transactionsAtOnce: serverLimits.writesAtOnce,
  operationsAtOnce: limits.pushOperations,
  operationsWaiting: serverLimits.writesWaitingPerBusiness,
}

interface Line {
  jobs: WriteJob[]
  /** When each of them was queued. */
  since: number[]
  size: number
  isUnderWay: boolean
}

export class WriteQueue {
  readonly #bounds: QueueBounds
  readonly #lines = new Map<string, Line>()
  /** Businesses with queued jobs and no open transaction, in turn order. */
  readonly #turns: string[] = []
  #underWay = 0
  #isWoken = false

  constructor(given = bounds) {
    this.#bounds = given
  }

  /** @throws Refusal unavailable if too much of this business is already queued */
  add(businessId: string, job: WriteJob): void {
    const line = this.#lines.get(businessId) ?? { jobs: [], since: [], size: 0, isUnderWay: false }
    const weight = Math.max(1, job.size)
    if (line.jobs.length > 0 && line.size + weight > this.#bounds.operationsWaiting) {
      refuse('unavailable', { retryAfterSeconds: serverLimits.busyRetrySeconds })
    }
    this.#lines.set(businessId, line)
    line.jobs.push(job)
    line.since.push(performance.now())
    line.size += weight
    if (line.jobs.length === 1 && !line.isUnderWay) this.#turns.push(businessId)
    this.#wake()
  }

  /** The operations that wait, and for how long the oldest has. */
  look(): { operations: number; oldestMs: number; underWay: number } {
    let operations = 0
    const now = performance.now()
    let oldest = now
    for (const { size, since } of this.#lines.values()) {
      operations += size
      oldest = Math.min(oldest, since[0] ?? now)
    }
    return { operations, oldestMs: now - oldest, underWay: this.#underWay }
  }

  /** Starts on the next event-loop turn, so that jobs arriving in this one share a transaction. */
  #wake(): void {
    if (this.#isWoken) return
    this.#isWoken = true
    setImmediate(() => {
      this.#isWoken = false
      while (this.#underWay < this.#bounds.transactionsAtOnce) {
        const businessId = this.#turns.shift()
        if (businessId === undefined) return
        void this.#work(businessId)
      }
    })
  }

  async #work(businessId: string): Promise<void> {
    const line = this.#lines.get(businessId)
    if (!line) return
    line.isUnderWay = true
    this.#underWay += 1
    try {
      const jobs = this.#take(line)
      await jobs[0]?.perform(businessId, jobs)
    } finally {
      line.isUnderWay = false
      this.#underWay -= 1
      if (line.jobs.length > 0) this.#turns.push(businessId)
      else this.#lines.delete(businessId)
      this.#wake()
    }
  }

  /** In order, as many as fit one transaction, but at least one. */
  #take(line: Line): WriteJob[] {
    let count = 0
    let size = 0
    for (const job of line.jobs) {
      const isAlone = job.size === 0
      const fits = !isAlone && size + job.size <= this.#bounds.operationsAtOnce
      if (count > 0 && (!fits || job.perform !== line.jobs[0]?.perform)) break
      count += 1
      size += Math.max(1, job.size)
      if (isAlone) break
    }
    line.size -= size
    line.since.splice(0, count)
    return line.jobs.splice(0, count)
  }
}

/** Runs work at the business's turn, with no other work of that business in progress. */
export function writeAlone<Result>(
  queue: WriteQueue,
  businessId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    queue.add(businessId, { size: 0, perform: () => work().then(resolve, reject) })
  })
}
