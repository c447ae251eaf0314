/** Work that takes much of the machine waits for its turn: so much at once, so much in line. */
import { refuse } from '#sync-server/rule/refuse.ts'

export type InTurn = <T>(work: () => Promise<T>, line?: 'first' | 'rest') => Promise<T>

/**
 * @returns runs the work in its turn; refused as unavailable when too many of its line wait already.
 * The first line goes before the rest, however long that is.
 */
export function createTurns(atOnce: number, waitingMax: number): InTurn {
  let running = 0
  const lines: Record<'first' | 'rest', (() => void)[]> = { first: [], rest: [] }
  return async (work, line = 'rest') => {
    if (running >= atOnce) {
      const waiting = lines[line]
      if (waiting.length >= waitingMax) refuse('unavailable', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place passes on to the next in line, so that nobody can slip in between.
      const next = lines.first.shift() ?? lines.rest.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** @returns the same with turns of its own for each owner of work, kept while any of it is under way */
export function createTurnsByOwner(
  atOnce: number,
  waitingMax: number,
): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  const owners = new Map<string, { inTurn: InTurn; count: number }>()
  return async (owner, work) => {
    const own = owners.get(owner) ?? { inTurn: createTurns(atOnce, waitingMax), count: 0 }
    owners.set(owner, own)
    own.count += 1
    try {
      return await own.inTurn(work)
    } finally {
      own.count -= 1
      if (own.count === 0) owners.delete(owner)
    }
  }
}
