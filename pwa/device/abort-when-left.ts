/**
 * A page in the browser's back/forward cache keeps its unfinished transactions, and in WebKit every
 * other tab then waits for them: reads, writes and sign-outs. This aborts them when the page is
 * left. No screen has said "saved" yet, and the page repeats the work if it comes back
 * (database-door.ts).
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
        // The transaction is already committing.
      }
    }
  })
}
