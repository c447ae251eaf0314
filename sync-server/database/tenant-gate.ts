/**
 * Limits how many connections one business may hold. Further calls wait in this process, where they
 * cost other businesses no connection; beyond a bound they get a 503 with when to retry.
 */
import { serverLimits } from '#sync-server/server-limits.ts'

interface Line {
  inside: number
  waiting: (() => void)[]
}

/** PostgreSQL's own code: the same call may succeed a moment later. */
const tooManyConnections = '53300'

export class TenantGate {
  readonly #lines = new Map<string, Line>()

  async pass<Result>(businessId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(businessId) ?? { inside: 0, waiting: [] }
    this.#lines.set(businessId, line)
    if (line.inside < serverLimits.connectionsPerBusiness) line.inside += 1
    else await this.#wait(line)
    try {
      return await work()
    } finally {
      this.#leave(businessId, line)
    }
  }

  /** `#leave` hands its slot to the first waiting call, so calls keep their order. */
  async #wait(line: Line): Promise<void> {
    if (line.waiting.length >= serverLimits.callsWaitingPerBusiness) {
      throw Object.assign(new Error('too much of one business waits'), { code: tooManyConnections })
    }
    await new Promise<void>((resolve) => line.waiting.push(resolve))
  }

  #leave(businessId: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) next()
    else line.inside -= 1
    if (line.inside === 0) this.#lines.delete(businessId)
  }
}
