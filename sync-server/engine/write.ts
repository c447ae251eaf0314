/**
 * Queues writes in this process, without holding a connection, until it is their business's turn. A
 * business has at most one open transaction, which takes everything queued in the meantime, up to a
 * bound. Beyond a bound, and after too long a wait, it refuses jobs before they cost anything.
 * Pokes go out after the commit.
 */
import { limits } from '#schema/contract/limits.ts'
import type { Config } from '#sync-server/config.ts'
import type { Doors, Tenant } from '#sync-server/database/doors.ts'
import { describeFault } from '#sync-server/database/fault.ts'
import { type AskedBy, nextVersion, Writes } from '#sync-server/rule/context.ts'
import type { Clock } from '#sync-server/rule/parts.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Log } from '#sync-server/telemetry.ts'
import type { Domain } from './domain.ts'
import { execute, type Timeouts } from './execute.ts'
import { findAwaitedIssues, hasParked, type Settling, takeUpIssued } from './waiting.ts'

export interface WriteJob {
  /** Number of operations; 0 means that the job needs its own transaction. */
  readonly size: number
  /**
   * Performs jobs that share this function in one transaction and settles each itself, even on
   * failure: it never rejects.
   */
  readonly perform: (businessId: string, jobs: WriteJob[]) => Promise<void>
  /** Called instead if it waits too long; jobs without it wait as long as it takes. */
  readonly giveUp?: (reason: Refusal) => void
}

interface QueueBounds {
  transactionsAtOnce: number
  operationsAtOnce: number
  operationsWaiting: number
  waitMsMax: number
}

const bounds: QueueBounds = {
  transactionsAtOnce: serverLimits.writesAtOnce,
  operationsAtOnce: limits.pushOperations,
  operationsWaiting: serverLimits.writesWaitingPerBusiness,
  waitMsMax: serverLimits.writeWaitMsMax,
}

interface Line {
  waiting: { job: WriteJob; queuedAt: number }[]
  size: number
  isUnderWay: boolean
}

const busy = { retryAfterSeconds: serverLimits.busyRetrySeconds }

const weightOf = ({ size }: WriteJob) => Math.max(1, size)

export class WriteQueue {
  readonly #bounds: QueueBounds
  readonly #now: () => number
  readonly #lines = new Map<string, Line>()
  /** Businesses with queued jobs and no open transaction, in turn order. */
  readonly #turns: string[] = []
  #underWay = 0
  #isWoken = false

  constructor(given = bounds, now = () => performance.now()) {
    this.#bounds = given
    this.#now = now
  }

  /** @throws Refusal unavailable if too much of this business is already queued */
  add(businessId: string, job: WriteJob): void {
    const line = this.#lines.get(businessId) ?? { waiting: [], size: 0, isUnderWay: false }
    const weight = weightOf(job)
    if (line.waiting.length > 0 && line.size + weight > this.#bounds.operationsWaiting) {
      refuse('unavailable', busy)
    }
    this.#lines.set(businessId, line)
    line.waiting.push({ job, queuedAt: this.#now() })
    line.size += weight
    if (line.waiting.length === 1 && !line.isUnderWay) this.#turns.push(businessId)
    this.#wake()
  }

  /** Runs work at the business's turn, with no other work of that business in progress. */
  alone<Result>(businessId: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.add(businessId, { size: 0, perform: () => work().then(resolve, reject) })
    })
  }

  /** The operations that wait, and for how long the oldest has. */
  look(): { operations: number; oldestMs: number; underWay: number } {
    let operations = 0
    const now = this.#now()
    let oldest = now
    for (const { size, waiting } of this.#lines.values()) {
      operations += size
      oldest = Math.min(oldest, waiting[0]?.queuedAt ?? now)
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
        const line = this.#lines.get(businessId)
        if (line) this.#begin(businessId, line)
      }
    })
  }

  #begin(businessId: string, line: Line): void {
    // A business that has the server almost to itself may wait for its own work.
    const isContested =
      this.#turns.length > 0 || this.#underWay >= this.#bounds.transactionsAtOnce - 1
    if (isContested) this.#giveUp(line)
    if (line.waiting.length > 0) void this.#work(businessId, line)
    else this.#lines.delete(businessId)
  }

  async #work(businessId: string, line: Line): Promise<void> {
    line.isUnderWay = true
    this.#underWay += 1
    try {
      const jobs = this.#take(line)
      await jobs[0]?.perform(businessId, jobs)
    } finally {
      line.isUnderWay = false
      this.#underWay -= 1
      if (line.waiting.length > 0) this.#turns.push(businessId)
      else this.#lines.delete(businessId)
      this.#wake()
    }
  }

  /** Refuses the jobs that have waited too long, for their turn or behind their own business's. */
  #giveUp(line: Line): void {
    const oldest = this.#now() - this.#bounds.waitMsMax
    line.waiting = line.waiting.filter(({ job, queuedAt }) => {
      if (!job.giveUp || queuedAt >= oldest) return true
      job.giveUp(new Refusal('unavailable', busy))
      line.size -= weightOf(job)
      return false
    })
  }

  /** Takes jobs in their order: as many as fit one transaction, but at least one. */
  #take(line: Line): WriteJob[] {
    const [first] = line.waiting
    let count = 0
    let size = 0
    for (const { job } of line.waiting) {
      const isAlone = job.size === 0
      const fits = !isAlone && size + job.size <= this.#bounds.operationsAtOnce
      if (count > 0 && (!fits || job.perform !== first?.job.perform)) break
      count += 1
      size += weightOf(job)
      if (isAlone) break
    }
    line.size -= size
    return line.waiting.splice(0, count).map(({ job }) => job)
  }
}

interface WriteOf<Known> {
  businessId: string
  by: AskedBy
  /** Sends its statement before anything is locked. */
  before?: (tenant: Tenant) => Promise<void>
  /** Reads that go out with the lock, and see what is committed once it is held. */
  along?: (tenant: Tenant) => Promise<Known>
}

/** The parts of the server that a write uses. */
interface Writing {
  config: Config
  clock: Clock
  doors: Pick<Doors, 'tenant'>
  domain: Domain
  timeouts: Timeouts
  log: Log
  pokes: { announce(businessId: string, version: number): void }
}

/** The server's own work, in the name of the business. */
export const byServer: AskedBy = {
  asker: 'business_admin',
  accountId: null,
  origin: { network: '', userAgent: '' },
}

/** Writes in a transaction of its own, at the business's turn. */
export function writeAlone<Result>(
  server: Writing & { writeQueue: WriteQueue },
  businessId: string,
  work: (settling: Settling) => Promise<Result>,
  by = byServer,
): Promise<Result> {
  return server.writeQueue.alone(businessId, () => writeWithin(server, { businessId, by }, work))
}

/** The statements up to the first answer go out together, in this order. */
export async function writeWithin<Result, Known = undefined>(
  server: Writing,
  { businessId, by, before, along }: WriteOf<Known>,
  work: (settling: Settling, known: Known | undefined) => Promise<Result>,
): Promise<Result> {
  const { domain } = server
  const { result, version } = await server.doors.tenant(businessId, async (tenant) => {
    // Apply 1: the version row is locked first and held until the commit.
    const [, version, business, isAnyParked, known] = await Promise.all([
      before?.(tenant),
      nextVersion(tenant),
      domain.requireBusiness(tenant),
      hasParked(tenant),
      along?.(tenant),
    ])
    const awaited = isAnyParked ? await findAwaitedIssues(tenant, domain) : new Set<string>()
    const writes = new Writes(tenant)
    const now = server.clock.now()
    const settling: Settling = {
      operationId: '',
      madeAt: now,
      recordedAt: now,
      tenant,
      business,
      version,
      now,
      ...domain.toolsOf(server.config, now),
      by,
      writes,
      isAnyParked,
      awaited,
      issued: new Set(),
      run: execute,
      domain,
      timeouts: server.timeouts,
      onFault: ({ operationId, name }, fault) =>
        server.log('operation.parked', { operationId, name, reason: describeFault(fault) }),
    }
    const result = await work(settling, known)
    await takeUpIssued(settling)
    await writes.flush()
    return { result, version }
  })
  server.pokes.announce(businessId, version)
  return result
}
