/**
 * Pokes: "there is news, pull". Announced after the commit: to this process directly, and to other
 * servers through NOTIFY on a dedicated connection, so that no writing transaction takes NOTIFY's
 * database-wide lock (docs/sync-protocol.md).
 */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { describeFault } from '#sync-server/database/fault.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Log } from '#sync-server/telemetry.ts'

export interface Pokes {
  announce(businessId: string, version: number): void
  /** @returns a function that stops listening */
  listen(businessId: string, heard: (version: number) => void): () => void
  close(): Promise<void>
}

const channel = 'regulars_poke'

export async function openPokes(database: postgres.Sql, log: Log): Promise<Pokes> {
  const listeners = new EventEmitter<Record<string, [version: number]>>().setMaxListeners(0)
  const latestByBusiness = new Map<string, number>()
  /** Identifies this server; process ids repeat across containers. */
  const self = newKey()
  let notifying: Promise<void> | null = null

  /**
   * One statement at a time, with the latest version of each business that has news. After each, a
   * pause gathers news, so that a busy server doesn't pay for a statement a write.
   */
  async function notifyOthers() {
    while (latestByBusiness.size > 0) {
      const news = JSON.stringify([...latestByBusiness].slice(0, serverLimits.pokedAtOnce))
      for (const businessId of [...latestByBusiness.keys()].slice(0, serverLimits.pokedAtOnce)) {
        latestByBusiness.delete(businessId)
      }
      try {
        await database.notify(channel, JSON.stringify({ from: self, news }))
      } catch (error) {
        log('poke.unsent', { reason: describeFault(error) })
      }
      await pause(serverLimits.pokeGatherMs)
    }
    notifying = null
  }

  const { unlisten } = await database.listen(channel, (text) => {
    const message = JSON.parse(text) as { from: string; news: string }
    if (message.from === self) return
    for (const [businessId, version] of JSON.parse(message.news) as [string, number][]) {
      listeners.emit(businessId, version)
    }
  })

  return {
    announce(businessId, version) {
      listeners.emit(businessId, version)
      latestByBusiness.set(businessId, version)
      notifying ??= notifyOthers()
    },
    listen(businessId, heard) {
      listeners.on(businessId, heard)
      return () => listeners.off(businessId, heard)
    },
    async close() {
      await notifying
      await unlisten()
    },
  }
}

/**
 * Limits open poke streams in this process, by session and by business. Each holds a socket and
 * regularly queries the database, so beyond a limit new ones are refused; open ones stay. A stream
 * counts for a few seconds at least, because opening costs more than holding: a crowd that opens and
 * closes without a pause gets no more streams than one that keeps them.
 */
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
      if ((this.#openByOwner.get(owner) ?? 0) >= most) {
        refuse('too_many', { retryAfterSeconds: serverLimits.pokeStreamRetrySeconds })
      }
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
