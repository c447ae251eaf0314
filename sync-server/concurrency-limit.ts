/** Limits concurrency and queue length for expensive work. */

interface Limit {
  atOnce: number
  waitingMax: number
  waitMsMax?: number
  /** Throws for work that finds its line full or has waited too long. */
  refuse(): never
}

export type InTurn = <T>(work: () => Promise<T>, line?: 'first' | 'rest') => Promise<T>

/** @returns runs work when a slot is free; the first line always goes before the rest */
export function limitConcurrency(limit: Limit): InTurn {
  const { atOnce, waitingMax, waitMsMax = Number.POSITIVE_INFINITY } = limit
  let running = 0
  const lines: Record<'first' | 'rest', (() => void)[]> = { first: [], rest: [] }
  return async (work, line = 'rest') => {
    if (running >= atOnce) {
      const waiting = lines[line]
      if (waiting.length >= waitingMax) limit.refuse()
      if (!(await waitIn(waiting, waitMsMax))) limit.refuse()
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // Hand the slot to the next in line, so that new work can't overtake it.
      const next = lines.first.shift() ?? lines.rest.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** @returns false if it gave up */
function waitIn(waiting: (() => void)[], msMax: number): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      resolve(false)
    }
    const timer = msMax < Number.POSITIVE_INFINITY ? setTimeout(giveUp, msMax) : undefined
    const begin = () => {
      clearTimeout(timer)
      resolve(true)
    }
    waiting.push(begin)
  })
}

/** @returns the same with a separate limit per owner, kept while the owner has work in progress */
export function limitConcurrencyByOwner(
  limit: Limit,
): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  const owners = new Map<string, { inTurn: InTurn; count: number }>()
  return async (owner, work) => {
    const own = owners.get(owner) ?? { inTurn: limitConcurrency(limit), count: 0 }
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
