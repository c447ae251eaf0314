/**
 * Waits until a sign-up page can be opened without a network: the worker has its files and its
 * look-up.
 */
import { expect, type Page } from '@playwright/test'

export async function lookUpKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(countLookUps), { timeout: 20_000 }).toBe(1)
}

/** Runs in the page. Opens no missing database, because opening one would create it. */
export async function countLookUps(): Promise<number> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'regulars-visitor')) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('regulars-visitor')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const counting = database.transaction('lookUps').objectStore('lookUps').count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(counting.error)
      database.close()
    }
  })
}
