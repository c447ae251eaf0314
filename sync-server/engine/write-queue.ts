/**
 * What wants to write waits here, in this process and without a connection, for its business's
 * turn. A business has one transaction under way at most, which takes everything that came
 * meanwhile, up to a bound; businesses take turns, so a crowd at one is a wait at that one alone.
 * Beyond a bound the next is told to come back, before it costs anything.
 */
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface WriteJob {
  /** How many operations it is; none means that it must be alone in its transaction. */
  readonly size: number
  /**
   * Does the jobs that go together, all of which have this same function, and answers each of them
   * itself, also when it fails: it never rejects.
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
  size: number
  isUnderWay: boolean
}

export class WriteQueue {
  readonly #bounds: QueueBounds
  readonly #lines = new Map<string, Line>()
  /** Businesses with something to do and nothing under way, in the order of their turns. */
  readonly #turns: string[] = []
  #underWay = 0
  #isWoken = false

  constructor(given = bounds) {
    this.#bounds = given
  }

  /** @throws Refusal unavailable while too much of this business waits already */
  add(businessId: string, job: WriteJob): void {
    const line = this.#lines.get(businessId) ?? { jobs: [], size: 0, isUnderWay: false }
    const weight = Math.max(1, job.size)
    if (line.jobs.length > 0 && line.size + weight > this.#bounds.operationsWaiting) {
      refuse('unavailable', { retryAfterSeconds: serverLimits.busyRetrySeconds })
    }
    this.#lines.set(businessId, line)
    line.jobs.push(job)
    line.size += weight
    if (line.jobs.length === 1 && !line.isUnderWay) this.#turns.push(businessId)
    this.#wake()
  }

  /** In the next turn of the loop: what arrives in this one goes into the same transaction. */
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

  /** In their order, as many as one transaction may hold, and one at least. */
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
    return line.jobs.splice(0, count)
  }
}

/** Runs work when it is the business's turn, with nothing else of it under way. */
export function writeAlone<Result>(
  queue: WriteQueue,
  businessId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    queue.add(businessId, { size: 0, perform: () => work().then(resolve, reject) })
  })
}
