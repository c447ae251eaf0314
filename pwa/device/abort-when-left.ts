/**
 * A page that the browser keeps for Back keeps its unfinished transactions too, and in WebKit every
 * other tab then waits for them: its reads, its writes and its sign-out. So they are aborted when the
 * page is left. Nothing has said "saved" yet, and who comes back does it again (database-door.ts).
 */
import type { Dexie } from 'dexie'

interface Page {
  addEventListener?: (name: 'pagehide', listener: (event: Event) => void) => void
}

export function abortWhenLeft(database: Dexie, page: Page = globalThis): void {
  const unfinished = new Set<IDBTransaction>()
  database.use({
    stack: 'dbcore',
    name: 'abort-when-left',
    create: (core) => ({
      ...core,
      transaction(...asked) {
        const transaction = core.transaction(...asked)
        const begun = transaction as unknown as IDBTransaction
        unfinished.add(begun)
        for (const end of ['complete', 'abort']) {
          begun.addEventListener(end, () => unfinished.delete(begun))
        }
        return transaction
      },
    }),
  })
  page.addEventListener?.('pagehide', (event) => {
    if (!(event as PageTransitionEvent).persisted) return
    for (const transaction of unfinished) {
      try {
        transaction.abort()
      } catch {
        // It is being committed.
      }
    }
  })
}
