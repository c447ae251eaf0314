/** A seeded pseudorandom generator (mulberry32, public domain). */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number
  /** A whole number from `low` to `high`, both inclusive. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
  }
}
