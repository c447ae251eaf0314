/**
 * Schedules requests fairly by caller: without a session, a network at one printed code or card;
 * with one, a business. A crowd gets a share of the one thread and its neighbors the rest; alone it
 * gets everything (docs/decisions/0342-callers-take-turns.md).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { isSignUpPath, placeOf } from '#schema/contract/address.ts'
import { callEntry } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { limitConcurrency } from '#sync-server/concurrency-limit.ts'
import type { Actor } from '#sync-server/rule/actor.ts'
import { refuseBusy } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { type CookieSettings, healthPaths, readOwnCookie } from './caller.ts'

interface Line {
  inside: number
  waiting: (() => void)[]
}

interface Passing {
  /** The callers that don't contest each other's turns; the caller alone unless given. */
  crowd?: string
  /** False if the work waits in another queue, which rests for it. */
  rests?: boolean
  /** False if it may not wait for a slot. */
  waits?: boolean
}

interface Left {
  caller: string
  crowd: string
  line: Line
  tookMs: number
}

const createWriterTurns = () =>
  limitConcurrency({
    atOnce: serverLimits.writersAtOnce,
    waitingMax: Number.POSITIVE_INFINITY,
    waitMsMax: serverLimits.writerWaitMsMax,
    refuse: refuseBusy,
  })

export class CallerTurns {
  readonly #lines = new Map<string, Line>()
  /** Maps a session token, as an earlier call read it, to its business. */
  readonly #owners = new Map<string, string>()
  readonly #now: () => number
  /** The last two different crowds, each with the time of its latest call. */
  #last = { crowd: '', at: Number.NEGATIVE_INFINITY }
  #lastOther = this.#last
  /** The number of pushes that have a place or wait for one. */
  #pushes = 0
  #arrived = 0
  #begunThisLoop = 0
  readonly #toBegin: (() => void)[] = []
  /**
   * Sign-ups over all businesses: those that are accepted are answered in time. A business's own
   * crowd takes few of these places, because it has a queue of its own.
   */
  readonly join = createWriterTurns()
  readonly #push = createWriterTurns()

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * @param caller whose queue it is
   * @throws Refusal unavailable when all slots are taken, and it may not wait or too many wait already
   */
  async pass<Result>(
    caller: string,
    work: () => Promise<Result>,
    { crowd = caller, rests = true, waits = true }: Passing = {},
  ): Promise<Result> {
    this.#hear(crowd)
    const line = this.#lines.get(caller) ?? { inside: 0, waiting: [] }
    this.#lines.set(caller, line)
    if (line.inside < serverLimits.turnsPerCaller && line.waiting.length === 0) line.inside += 1
    else await this.#wait(line, waits)
    const startedAt = this.#now()
    try {
      return await work()
    } finally {
      this.#leave({ caller, crowd, line, tookMs: rests ? this.#now() - startedAt : 0 })
    }
  }

  async #wait({ waiting }: Line, waits: boolean): Promise<void> {
    if (!waits || waiting.length >= serverLimits.turnsWaitingPerCaller) refuseBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /**
   * Frees a slot on the next event-loop turn at the earliest, so that a crowd answered instantly
   * from memory is still recognized as one.
   */
  #leave({ caller, crowd, line, tookMs }: Left): void {
    const free = () => {
      const next = line.inside > 1 && this.#isContested(crowd) ? undefined : line.waiting.shift()
      if (next) next()
      else line.inside -= 1
      if (line.inside === 0 && line.waiting.length === 0) this.#lines.delete(caller)
    }
    if (line.waiting.length === 0 || !this.#isContested(crowd)) setImmediate(free)
    else {
      const { turnRestFactor, turnRestMsMin, turnRestMsMax } = serverLimits
      const restMs = Math.min(turnRestMsMax, turnRestFactor * tookMs)
      setTimeout(free, Math.max(turnRestMsMin, restMs))
    }
  }

  /** For visitors: like `pass`, but only a few start per event-loop turn. */
  passVisitor<Result>(caller: string, work: () => Promise<Result>, how?: Passing): Promise<Result> {
    const begin = async () => {
      await this.#begin()
      return work()
    }
    return this.pass(caller, begin, how)
  }

  /**
   * Pushes have places in the same way: tills that return together come again before they have cost
   * much. While all places are taken, a push waits for none of its business's slots. It
   * begins at the end of the first event-loop turn, its own included, in which no further call
   * arrived: Node accepts one connection per turn, so work delays every connection that still waits.
   */
  async passPush(
    pass: (work: () => Promise<void>, how: Passing) => Promise<void>,
    work: () => Promise<void>,
  ): Promise<void> {
    await this.#hearAll()
    const begin = async () => {
      this.#pushes += 1
      try {
        await this.#push(work)
      } finally {
        this.#pushes -= 1
      }
    }
    await pass(begin, { waits: this.#pushes < serverLimits.writersAtOnce })
  }

  hearCall(): void {
    this.#arrived += 1
  }

  async #hearAll(): Promise<void> {
    const until = this.#now() + serverLimits.hearingMsMax
    for (let heard = -1; heard !== this.#arrived && this.#now() < until; ) {
      heard = this.#arrived
      await nextTurn()
    }
  }

  ownerOf(token: string): string | undefined {
    return this.#owners.get(token)
  }

  /** @param owner null if the call with this token had no signed-in account */
  remember(token: string, owner: string | null): void {
    // Deleted first, so that the oldest entry is the one that was used least recently.
    this.#owners.delete(token)
    if (owner !== null) this.#owners.set(token, owner)
    const [oldest] = this.#owners.keys()
    if (this.#owners.size > serverLimits.sessionsRemembered) this.#owners.delete(oldest ?? '')
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

  #hear(crowd: string): void {
    if (crowd === nobody) return
    if (crowd !== this.#last.crowd) this.#lastOther = this.#last
    this.#last = { crowd, at: this.#now() }
  }

  #isContested(crowd: string): boolean {
    const other = this.#last.crowd === crowd ? this.#lastOther : this.#last
    return this.#now() - other.at < serverLimits.turnsContestedMs
  }
}

/** For pages and files, which count against the network even with a session. */
export function takeNetworkTurn(turns: CallerTurns): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (context.req.path.startsWith('/api/')) return next()
    await receiveBody(context, serverLimits.bodyBytes)
    return passAtPlace(turns, context, unlessGone(context, next))
  }
}

/**
 * For calls: a shop's crowd of customers doesn't delay its own tills. The first call of a session
 * counts against the network, because only reading the session tells its business.
 */
export function takeCallerTurn(
  turns: CallerTurns,
  cookies: CookieSettings,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    turns.hearCall()
    const token = readOwnCookie(context, 'session', cookies) ?? ''
    const owner = turns.ownerOf(token)
    const work = unlessGone(context, async () => {
      await next()
      if (token) turns.remember(token, ownerOf(context.var.actor))
    })
    await receiveBody(context, token ? limits.pushBytes : serverLimits.bodyBytes)
    const pass = (begin: () => Promise<void>, how?: Passing) =>
      owner ? turns.pass(owner, begin, how) : passAtPlace(turns, context, begin, how)
    return context.req.path === pushPath ? turns.passPush(pass, work) : pass(work)
  }
}

/** A device that hung up while it queued sends the same again later. */
function unlessGone({ env }: Context<HttpEnv>, work: () => Promise<void>): () => Promise<void> {
  return async () => {
    if (env?.outgoing?.destroyed) refuseBusy()
    await work()
  }
}

function ownerOf(actor: Actor): string | null {
  return actor.kind === 'account' ? `business ${actor.businessId ?? actor.accountId}` : null
}

/** The crowd of health checks, which contest no turns. */
const nobody = ''
const pushPath = callEntry('sync.push').path

/**
 * One caller per network and printed code or card, so a busy business doesn't delay others. Health
 * checks wait for no page: a crowd behind one address must not make the server look dead. They contest
 * no turns, because a proxy asks each second. All networks that sign up by one code share its queue
 * besides: together they are one crowd.
 */
function passAtPlace(
  turns: CallerTurns,
  { req, var: { origin } }: Context<HttpEnv>,
  work: () => Promise<void>,
  how: Passing = {},
): Promise<void> {
  const at = placeOf(req.path) ?? ''
  const isHealthCheck = healthPaths.has(req.path)
  const place = isHealthCheck ? req.path : at
  const caller = `network ${origin.network} ${place}`
  const crowd = isHealthCheck ? nobody : at ? `place ${at}` : caller
  if (req.method !== 'POST' || !isSignUpPath(req.path))
    return turns.passVisitor(caller, work, { ...how, crowd })
  return turns.pass(caller, () => turns.passVisitor(crowd, () => turns.join(work)), {
    crowd,
    rests: false,
  })
}

/**
 * Reads the body before taking a slot: eight phones on a slow network must not occupy all slots
 * with half-sent bodies.
 */
async function receiveBody({ req }: Context<HttpEnv>, bytesMax: number): Promise<void> {
  const length = Number(req.header('content-length'))
  const isPicture = req.header('content-type')?.startsWith('image/') ?? false
  const isText = !isPicture && req.header('content-encoding') === undefined
  // The request caches the body for later readers, in either form.
  if (length > 0 && length <= bytesMax) await (isText ? req.text() : req.arrayBuffer())
}
