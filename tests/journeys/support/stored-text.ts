/** Everything that pages of this origin can read from storage, as text. */
import type { Page } from '@playwright/test'

export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve, reject) => {
          reading.onsuccess = resolve
          reading.onerror = () => reject(reading.error)
        })
        all.push(reading.result)
      }
      database.close()
    }
    return JSON.stringify(all)
  })
