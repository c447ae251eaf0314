/**
 * Pokes: "there is news, pull". Announced after commit; heard in this process at once, and by
 * other servers through NOTIFY on a connection of its own, so that no writing transaction ever
 * takes the database-wide lock that NOTIFY takes (sync.md 13).
 */
import type postgres from 'postgres'
import { describeFault } from '#sync-server/database/fault.ts'
import { newKey } from '#sync-server/id.ts'
import type { Log } from '#sync-server/log.ts'

export interface Pokes {
  announce(businessId: string, version: number): void
  /** @returns stops listening */
  listen(businessId: string, heard: (version: number) => void): () => void
  close(): Promise<void>
}

const channel = 'regulars_poke'

export async function openPokes(database: postgres.Sql, log: Log): Promise<Pokes> {
  const listenersByBusiness = new Map<string, Set<(version: number) => void>>()
  const latestByBusiness = new Map<string, number>()
  /** Tells this server from the others; process ids repeat in containers. */
  const self = newKey()
  let notifying: Promise<void> | null = null

  function deliver(businessId: string, version: number) {
    for (const heard of listenersByBusiness.get(businessId) ?? []) heard(version)
  }

  /** One statement at a time, with the latest version of each business that has news. */
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
    }
    notifying = null
  }

  const { unlisten } = await database.listen(channel, (text) => {
    const message = JSON.parse(text) as { from: string; news: string }
    if (message.from === self) return
    for (const [businessId, version] of JSON.parse(message.news) as [string, number][]) {
      deliver(businessId, version)
    }
  })

  return {
    announce(businessId, version) {
      deliver(businessId, version)
      latestByBusiness.set(businessId, version)
      notifying ??= notifyOthers()
    },
    listen(businessId, heard) {
      const listeners = listenersByBusiness.get(businessId) ?? new Set()
      listenersByBusiness.set(businessId, listeners.add(heard))
      return () => {
        // Stopped once more, long after: others may listen by then.
        if (!listeners.delete(heard) || listeners.size > 0) return
        listenersByBusiness.delete(businessId)
      }
    },
    async close() {
      await notifying
      await unlisten()
    },
  }
}
