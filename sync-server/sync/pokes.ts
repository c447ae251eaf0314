/**
 * Pokes: "there is news, pull". Announced after the commit: to this process directly, and to other
 * servers through NOTIFY on a dedicated connection, so that no writing transaction takes NOTIFY's
 * database-wide lock (docs/sync-protocol.md).
 */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type postgres from 'postgres'
import { describeFault } from '#sync-server/database/fault.ts'
import type { Log } from '#sync-server/log.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

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
      const news = JSON.stringify([...latestByBusiness].slice(0, 100))
      for (const businessId of [...latestByBusiness.keys()].slice(0, 100)) {
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
