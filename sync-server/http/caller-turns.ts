/**
 * Schedules requests fairly by caller: without a session, a network at one printed code or card; with
 * one, a business. A browser, a till or a busy shop never waits. A caller with more requests than
 * slots gets its own queue; while another caller is present, it moves one at a time, with a rest
 * after each in proportion to its duration. A crowd thus gets a share of the one thread and its
 * neighbors the rest; alone it gets everything. Crowds of many networks are many callers, so visitors
 * also share each event-loop turn: only a few of them start in one.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { limits } from '#schema/contract/limits.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { healthPaths } from './caller.ts'
import type { HttpEnv } from './route.ts'

interface Line {
  inside: number
  waiting: (() => void)[]
}

export class CallerTurns {
  readonly #lines = new Map<string, Line>()
  readonly #now: () => number
  /** The last two different callers, each with the time of its latest call. */
  #last = { caller: '', at: Number.NEGATIVE_INFINITY }
  #lastOther = this.#last
  #begunThisLoop = 0
  readonly #toBegin: (() => void)[] = []

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** @throws Refusal unavailable when too many of this caller's requests are queued */
  async pass<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    this.#hear(caller)
    const line = this.#lines.get(caller) ?? { inside: 0, waiting: [] }
    this.#lines.set(caller, line)
    if (line.inside < serverLimits.turnsPerCaller && line.waiting.length === 0) line.inside += 1
    else await this.#wait(line)
    const startedAt = this.#now()
    try {
      return await work()
    } finally {
      this.#leave(caller, line, this.#now() - startedAt)
    }
  }

  async #wait({ waiting }: Line): Promise<void> {
    if (waiting.length >= serverLimits.turnsWaitingPerCaller)
      refuse('unavailable', { retryAfterSeconds: serverLimits.busyRetrySeconds })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /**
   * Frees a slot on the next event-loop turn at the earliest, so that a crowd answered instantly
   * from memory is still recognized as one.
   */
  #leave(caller: string, line: Line, tookMs: number): void {
    const free = () => {
      const next = line.inside > 1 && this.#isContested(caller) ? undefined : line.waiting.shift()
      if (next) next()
      else line.inside -= 1
      if (line.inside === 0 && line.waiting.length === 0) this.#lines.delete(caller)
    }
    if (line.waiting.length === 0 || !this.#isContested(caller)) setImmediate(free)
    else {
      const { turnRestFactor, turnRestMsMin } = serverLimits
      setTimeout(free, Math.max(turnRestMsMin, turnRestFactor * tookMs))
    }
  }

  /** For visitors: like `pass`, but only a few start per event-loop turn. */
  passVisitor<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    return this.pass(caller, async () => {
      await this.#begin()
      return work()
    })
  }

  async #begin(): Promise<void> {
    if (this.#begunThisLoop === 0 && this.#toBegin.length === 0) setImmediate(this.#nextLoop)
    if (this.#begunThisLoop < serverLimits.visitorsBegunPerLoop) this.#begunThisLoop += 1
    else await new Promise<void>((resolve) => this.#toBegin.push(resolve))
  }

  readonly #nextLoop = (): void => {
    const next = this.#toBegin.splice(0, serverLimits.visitorsBegunPerLoop)
    this.#begunThisLoop = next.length
    if (next.length > 0) setImmediate(this.#nextLoop)
    for (const begin of next) begin()
  }

  #hear(caller: string): void {
    if (caller !== this.#last.caller) this.#lastOther = this.#last
    this.#last = { caller, at: this.#now() }
  }

  #isContested(caller: string): boolean {
    const other = this.#last.caller === caller ? this.#lastOther : this.#last
    return this.#now() - other.at < serverLimits.turnsContestedMs
  }
}

/** For pages and files, which count against the network even with a session. */
export function takeNetworkTurn(turns: CallerTurns): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await receiveText(context, serverLimits.bodyBytes)
    return turns.passVisitor(visitorOf(context), next)
  }
}

/** For calls: a shop's crowd of customers doesn't delay its own tills. */
export function takeCallerTurn(turns: CallerTurns): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { actor } = context.var
    const isVisitor = actor.kind === 'visitor'
    await receiveText(context, isVisitor ? serverLimits.bodyBytes : limits.pushBytes)
    const business = isVisitor ? null : (actor.businessId ?? actor.accountId)
    if (business) return turns.pass(`business ${business}`, next)
    return turns.passVisitor(visitorOf(context), next)
  }
}

const atBusiness = /^(?:\/api)?\/(?:customer-signup|signup|customer)\/([^/]+)/

/**
 * One caller per network and printed code or card, so a busy business doesn't delay others. Health
 * checks wait for no page: a crowd behind one address must not make the server look dead.
 */
function visitorOf({ req, var: { origin } }: Context<HttpEnv>): string {
  const [, at = ''] = atBusiness.exec(req.path) ?? []
  return `network ${origin.network} ${healthPaths.has(req.path) ? req.path : at}`
}

/**
 * Reads the body before taking a slot: eight phones on a slow network must not occupy all slots
 * with half-sent bodies.
 */
async function receiveText({ req }: Context<HttpEnv>, bytesMax: number): Promise<void> {
  const length = Number(req.header('content-length'))
  const isPicture = req.header('content-type')?.startsWith('image/') ?? false
  // The request caches the text for later readers.
  if (length > 0 && length <= bytesMax && !isPicture) await req.text()
}
