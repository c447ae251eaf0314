/** Sees whether a newer version takes a page over, or reloads it, before a person agrees. */
import type { Page } from '@playwright/test'

interface Watched {
  takeovers?: number
}

/** Marks this page, and counts the workers that take it over from now on. */
export const watchTakeovers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watched = window as Watched
    watched.takeovers = 0
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      watched.takeovers = (watched.takeovers ?? 0) + 1
    })
  })

/** `takeovers` is undefined once the page has been reloaded. */
export const readTakeovers = (page: Page) =>
  page.evaluate(async () => ({
    takeovers: (window as Watched).takeovers,
    isNewerWaiting: (await navigator.serviceWorker.ready).waiting !== null,
  }))

/** A newer worker waits, and the page is still the older one's. */
export const untouched = { takeovers: 0, isNewerWaiting: true }
