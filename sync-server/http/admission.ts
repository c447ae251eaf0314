/**
 * What anybody may ask without an account is admitted so many times a minute and a day, counted in
 * this process: it has to cost less than what it keeps away, and a limit of load need not be exact
 * over several servers. (Guesses are another matter and are counted in the database, misses.ts.)
 */
import { limits } from '#schema/contract/limits.ts'
import type { Clock } from '#sync-server/rule/clock.ts'
import { wideNetworkOf } from '#sync-server/rule/network.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { Windows } from './windows.ts'

const minuteSeconds = 60
const daySeconds = 86_400
/** Beyond it they are asked of the database again. */
const budgetsRemembered = 10_000

export class Admission {
  readonly #clock: Clock
  readonly #windows = new Windows()
  readonly #spentUntil = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Any call without a session, by what kind of thing it is about.
   * @throws Refusal too_many, with when to come back
   */
  visit(network: string, family: string): void {
    const seconds = limits.visitorCallsWindowSeconds
    const wide = wideNetworkOf(network)
    const perWide = limits.wideNetworkFactor * limits.visitorCallsPerNetwork
    // First: over it, none of its 65,536 networks takes room among what is remembered.
    if (wide) this.#require('visit', [wide, family], perWide, seconds)
    this.#require('visit', [network, family], limits.visitorCallsPerNetwork, seconds)
  }

  /** @throws Refusal too_many, with when to come back */
  join(network: string, code: string): void {
    const wide = wideNetworkOf(network)
    const perWideDay = limits.wideNetworkFactor * limits.joinsPerNetworkPerDay
    if (wide) this.#require('join day', [wide, code], perWideDay, daySeconds)
    this.#require('join', [network, code], limits.joinsPerNetworkPerMinute, minuteSeconds)
    this.#require('join day', [network, code], limits.joinsPerNetworkPerDay, daySeconds)
    this.#require('join code', [code], limits.joinsPerCodePerMinute, minuteSeconds)
  }

  /** @returns whether this opening counts as a scan; the look-up is answered all the same */
  isCountedScan(network: string, code: string): boolean {
    return (
      this.#spend('scan', [network, code], limits.scansPerNetworkPerMinute, minuteSeconds) === 0
    )
  }

  /** So that nobody learns by the hundred who is a member where: the answer itself is kept back. */
  async hidingMembers<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const tells = error instanceof Refusal && error.code === 'already_member'
      if (tells) {
        this.#require('member', [network], limits.memberAnswersPerNetworkPerMinute, minuteSeconds)
      }
      throw error
    }
  }

  /** @returns seconds to wait, as the database said when it was last asked; 0 when it has to be */
  secondsSpent(budget: string): number {
    const leftMs = (this.#spentUntil.get(budget) ?? 0) - this.#clock.now().getTime()
    return Math.max(0, Math.ceil(leftMs / 1000))
  }

  /** A budget in the database is spent: until then this process need not ask. */
  rememberSpent(budget: string, seconds: number): void {
    if (this.#spentUntil.size >= budgetsRemembered) this.#spentUntil.clear()
    this.#spentUntil.set(budget, this.#clock.now().getTime() + seconds * 1000)
  }

  #require(what: string, whose: string[], count: number, windowSeconds: number): void {
    const retryAfterSeconds = this.#spend(what, whose, count, windowSeconds)
    if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  }

  #spend(what: string, whose: string[], count: number, windowSeconds: number): number {
    const now = this.#clock.now().getTime()
    const key = [what, ...whose].join('\n')
    return Math.ceil(this.#windows.spend(key, count, windowSeconds * 1000, now) / 1000)
  }
}
