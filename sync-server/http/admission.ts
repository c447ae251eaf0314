/**
 * Rate limits of calls. Those without an account are counted per minute and per day in this process:
 * a limit has to cost less than what it blocks and need not be exact across servers. Guesses at keys
 * and codes, and costly calls of an account, business or member, spend a budget in the database.
 */
import { daySeconds, minuteMs, minuteSeconds } from '#schema/contract/time-spans.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { type Origin, wideNetworkOf } from '#sync-server/rule/origin.ts'
import type { Clock, Parts } from '#sync-server/rule/parts.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export class Admission {
  readonly #clock: Clock
  readonly #windows = new Windows()
  /** Separate, so that short windows can't evict daily counts. */
  readonly #days = new Windows()
  readonly #guesses = new Windows()
  readonly #spentUntil = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Any call without a session, limited by its kind.
   * @throws Refusal too_many, with when to retry
   */
  visit(network: string, family: string): void {
    const seconds = serverLimits.visitorCallsWindowSeconds
    const perNetwork = serverLimits.visitorCallsPerNetwork
    this.#requireAll([
      ...ofWide('visit', [network, family], perNetwork, seconds),
      { what: 'visit', whose: [network, family], count: perNetwork, seconds },
    ])
  }

  /**
   * A page that the server renders, limited because of its cost.
   * @throws Refusal too_many; the app's own page is then sent instead
   */
  writePage(network: string): void {
    const { writtenPagesPerNetwork: count, visitorCallsWindowSeconds: seconds } = serverLimits
    this.#requireAll([
      ...ofWide('page', [network], count, seconds),
      { what: 'page', whose: [network], count, seconds },
    ])
  }

  /** @throws Refusal too_many, with when to retry */
  signPass(network: string): void {
    const { walletPassesPerNetworkPerMinute: count, walletPassesPerMinute } = serverLimits
    const seconds = minuteSeconds
    this.#requireAll([
      ...ofWide('pass', [network], count, seconds),
      { what: 'pass', whose: [network], count, seconds },
      { what: 'passes', whose: [], count: walletPassesPerMinute, seconds },
    ])
  }

  /** @throws Refusal too_many, with when to retry */
  join(network: string, code: string): void {
    const whose = [network, code]
    const { joinsPerNetworkPerMinute, joinsPerNetworkPerDay, joinsPerCodePerMinute } = serverLimits
    this.#requireAll([
      ...ofWide('join day', whose, joinsPerNetworkPerDay, daySeconds),
      { what: 'join', whose, count: joinsPerNetworkPerMinute, seconds: minuteSeconds },
      { what: 'join day', whose, count: joinsPerNetworkPerDay, seconds: daySeconds },
      { what: 'join code', whose: [code], count: joinsPerCodePerMinute, seconds: minuteSeconds },
    ])
  }

  /** @returns whether this opening counts as a scan; the lookup is answered either way */
  isCountedScan(network: string, code: string): boolean {
    const count = serverLimits.scansPerNetworkPerMinute
    return (
      this.#spend({ what: 'scan', whose: [network, code], count, seconds: minuteSeconds }) === 0
    )
  }

  /**
   * Withholds the "already a member" answer beyond a limit, so that no one can test addresses in
   * bulk.
   */
  async hidingMembers<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const tells = error instanceof Refusal && error.code === 'already_member'
      if (tells) {
        const count = serverLimits.memberAnswersPerNetworkPerMinute
        this.#requireAll([{ what: 'member', whose: [network], count, seconds: minuteSeconds }])
      }
      throw error
    }
  }

  /** @returns whether this network hasn't tried the same guess within the minute */
  isNewGuess(network: string, guess: string): boolean {
    const key = attemptKey('guess', network, guess)
    const now = this.#clock.now().getTime()
    return this.#guesses.spend(key, 1, minuteMs, now) === 0
  }

  /**
   * @returns seconds to wait according to the database's last answer; 0 if the caller must ask it
   */
  secondsSpent(budget: string): number {
    const leftMs = (this.#spentUntil.get(budget) ?? 0) - this.#clock.now().getTime()
    return Math.max(0, Math.ceil(leftMs / 1000))
  }

  /** Caches that a database budget is spent, so this process need not ask until then. */
  rememberSpent(budget: string, seconds: number): void {
    if (this.#spentUntil.size >= serverLimits.keysRemembered) this.#spentUntil.clear()
    this.#spentUntil.set(budget, this.#clock.now().getTime() + seconds * 1000)
  }

  /**
   * If one bound refuses, none counts the call: a flood must not use up limits shared with
   * neighbors.
   */
  #requireAll(bounds: readonly Bound[]): void {
    const now = this.#clock.now().getTime()
    for (const bound of bounds) {
      const waitMs = this.#windowsOf(bound).waitMs(keyOf(bound), bound.count, now)
      if (waitMs > 0) refuse('too_many', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    }
    for (const bound of bounds) this.#spend(bound)
  }

  /** @returns milliseconds to wait */
  #spend(bound: Bound): number {
    const now = this.#clock.now().getTime()
    return this.#windowsOf(bound).spend(keyOf(bound), bound.count, bound.seconds * 1000, now)
  }

  #windowsOf({ seconds }: Bound): Windows {
    return seconds < daySeconds ? this.#windows : this.#days
  }
}

interface Bound {
  what: string
  whose: string[]
  count: number
  seconds: number
}

function keyOf({ what, whose }: Bound): string {
  return [what, ...whose].join('\n')
}

/** Checked first: once a /48 is over its bound, its 65,536 networks take no memory. */
function ofWide(
  what: string,
  [network = '', ...rest]: string[],
  count: number,
  seconds: number,
): Bound[] {
  const wide = wideNetworkOf(network)
  if (!wide) return []
  return [{ what, whose: [wide, ...rest], count: serverLimits.wideNetworkFactor * count, seconds }]
}

interface Window {
  endsAt: number
  count: number
}

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
    else if (this.#windows.size >= serverLimits.windowsKept) this.#forgetOldest()
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

type Counting = Pick<Parts, 'doors' | 'clock'> & { admission: Admission }

interface Guess {
  what: 'key' | 'code'
  guess: string
  perMinute: number
}

export function keyGuess(guess: string): Guess {
  return { what: 'key', guess, perMinute: serverLimits.keyMissesPerMinute }
}

export function codeGuess(guess: string): Guess {
  return { what: 'code', guess, perMinute: serverLimits.codeMissesPerMinute }
}

/**
 * Counts wrong guesses at keys and codes per network; beyond the limit they get 429
 * (docs/trust.md 13). Valid addresses are always answered, because a shop's customers share a network
 * with an attacker. Opening one address several times is one guess, so the written page and the app
 * count once.
 */
export async function countingMisses<Result>(
  server: Counting,
  origin: Origin,
  { what, guess, perMinute }: Guess,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const missed = error instanceof Refusal && /^(not_found|code_invalid)$/.test(error.code)
    const budget = { count: perMinute, windowSeconds: minuteSeconds }
    const { network } = origin
    const counted = `misses.${what}`
    if (
      missed &&
      (server.admission.isNewGuess(network, guess) || isSpent(server, counted, network))
    ) {
      await spend(server, counted, network, budget)
    }
    throw error
  }
}

/** Answers from this process's cache; a spent budget is refused without counting. */
function isSpent({ admission }: Counting, what: string, whose: string): boolean {
  return admission.secondsSpent(attemptKey(what, whose)) > 0
}

/** @throws Refusal too_many when the budget of this window is spent */
export async function spend(
  server: Counting,
  what: string,
  whose: string,
  budget: { count: number; windowSeconds: number },
): Promise<void> {
  const { admission } = server
  const key = attemptKey(what, whose)
  const known = admission.secondsSpent(key)
  if (known > 0) refuse('too_many', { retryAfterSeconds: known })
  const retryAfterSeconds = await server.doors.platform((db) =>
    spendBudget(db, key, budget, server.clock.now()),
  )
  if (retryAfterSeconds === 0) return
  admission.rememberSpent(key, retryAfterSeconds)
  refuse('too_many', { retryAfterSeconds })
}
