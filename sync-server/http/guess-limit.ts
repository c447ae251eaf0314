/**
 * Limits wrong guesses at keys and codes per network; beyond the limit they get 429 (docs/trust.md
 * 13). Valid addresses are always answered, because a shop's customers share a network with an
 * attacker. Opening one address several times is one guess, so the written page and the app count
 * once.
 */

import { minuteSeconds } from '#schema/contract/time-spans.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import type { Origin } from '#sync-server/rule/origin.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

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

export async function countingMisses<Result>(
  server: Server,
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
function isSpent({ admission }: Server, what: string, whose: string): boolean {
  return admission.secondsSpent(attemptKey(what, whose)) > 0
}

/** @throws Refusal too_many when the budget of this window is spent */
export async function spend(
  server: Server,
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
