/**
 * Limits open poke streams in this process, by session and by business. Each holds a socket and
 * regularly queries the database, so beyond a limit new ones are refused; open ones stay. A stream
 * counts for a few seconds at least, because opening costs more than holding: a crowd that opens and
 * closes without a pause gets no more streams than one that keeps them.
 */

import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const retryAfterSeconds = 60

export class PokeStreams {
  readonly #openByOwner = new Map<string, number>()
  #open = 0

  get count(): number {
    return this.#open
  }

  /**
   * @returns a function that closes it
   * @throws Refusal too_many when the session or its business has too many
   */
  open({ sessionId, businessId }: Pick<SignedIn, 'sessionId' | 'businessId'>): () => void {
    const owners: [string, number][] = [
      [`session ${sessionId}`, serverLimits.pokeStreamsPerSession],
      [`business ${businessId}`, serverLimits.pokeStreamsPerBusiness],
    ]
    for (const [owner, most] of owners) {
      if ((this.#openByOwner.get(owner) ?? 0) >= most) refuse('too_many', { retryAfterSeconds })
    }
    for (const [owner] of owners) this.#change(owner, 1)
    this.#open += 1
    const openedAt = performance.now()
    const free = () => {
      for (const [owner] of owners) this.#change(owner, -1)
    }
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#open -= 1
      const leftMs = serverLimits.pokeStreamMsMin - (performance.now() - openedAt)
      if (leftMs > 0) setTimeout(free, leftMs).unref()
      else free()
    }
  }

  #change(owner: string, by: number): void {
    const open = (this.#openByOwner.get(owner) ?? 0) + by
    if (open > 0) this.#openByOwner.set(owner, open)
    else this.#openByOwner.delete(owner)
  }
}
