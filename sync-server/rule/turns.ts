/** Work that takes much of the machine waits for its turn: so much at once, so much in line. */
import { refuse } from '#sync-server/rule/refuse.ts'

/** @returns runs the work in its turn; refused as unavailable when too many wait already */
export function createTurns(
  atOnce: number,
  waitingMax: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) refuse('unavailable', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place passes on to the next in line, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
