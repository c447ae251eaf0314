/**
 * What anybody may ask without an account is admitted so many times a minute and a day, counted in
 * this process: it has to cost less than what it keeps away, and a limit of load need not be exact
 * over several servers. (Guesses are another matter and are counted in the database, misses.ts.)
 */
import { limits } from '#schema/contract/limits.ts'
import type { Clock } from '#sync-server/rule/clock.ts'
import { wideNetworkOf } from '#sync-server/rule/network.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'

interface Window {
  endsAt: number
  count: number
}

const minuteSeconds = 60
const daySeconds = 86_400
/** Beyond so many callers at once all of them begin anew: strangers must not fill the memory. */
const callersRemembered = 50_000

export class Admission {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws Refusal too_many, with when to come back */
  join(network: string, code: string): void {
    this.#require('join', [network, code], limits.joinsPerNetworkPerMinute, minuteSeconds)
    this.#require('join day', [network, code], limits.joinsPerNetworkPerDay, daySeconds)
    const wide = wideNetworkOf(network)
    const perWideDay = limits.wideNetworkFactor * limits.joinsPerNetworkPerDay
    if (wide) this.#require('join day', [wide, code], perWideDay, daySeconds)
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

  #require(what: string, whose: string[], count: number, windowSeconds: number): void {
    const retryAfterSeconds = this.#spend(what, whose, count, windowSeconds)
    if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  }

  #spend(what: string, whose: string[], count: number, windowSeconds: number): number {
    const now = this.#clock.now().getTime()
    const key = [what, ...whose].join('\n')
    const known = this.#windows.get(key)
    const window =
      known && known.endsAt > now ? known : { endsAt: now + windowSeconds * 1000, count: 0 }
    if (window.count >= count) return Math.max(1, Math.ceil((window.endsAt - now) / 1000))
    if (!known && this.#windows.size >= callersRemembered) this.#windows.clear()
    this.#windows.set(key, { ...window, count: window.count + 1 })
    return 0
  }
}
