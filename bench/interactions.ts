/**
 * Interaction to next paint as the browser reports it (Event Timing, the measure behind INP),
 * beside a trivial interaction on an empty page of the same browser, which shows this machine's
 * share.
 */
import type { Page } from '@playwright/test'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { Hand } from './hand.ts'
import { openChromium, type Person, signInAndSync, slowDown } from './slow-phone.ts'

declare global {
  interface Window {
    /** The longest event of each interaction, in ms until the next paint. */
    interactions: Map<number, number>
    /** Spans in which a scanner typed. */
    scans: { from: number; to: number }[]
  }
}

/**
 * Opens the counter on a slow phone that records interactions, without the service worker that
 * fetches the whole app.
 * @returns also the interactions of an empty page there
 */
export async function openSlowCounter(...person: Person) {
  const browser = await openChromium()
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(watchInteractions)
  await signInAndSync(page, ...person)
  const ofEmptyPage = await touchEmptyPage(await context.newPage())
  await page.bringToFront()
  await slowDown(page)
  return { page, ofEmptyPage }
}

/** Runs in the page before its own scripts. */
function watchInteractions(): void {
  window.interactions = new Map()
  window.scans = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration, startTime } = entry as PerformanceEventTiming
      if (!interactionId) continue
      if (window.scans.some(({ from, to }) => from <= startTime && startTime <= to)) continue
      const known = window.interactions.get(interactionId) ?? 0
      window.interactions.set(interactionId, Math.max(known, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

export const readInteractions = (page: Page) =>
  page.evaluate(() => [...window.interactions.values()])

const emptyPage = `<!doctype html><meta name="viewport" content="width=device-width">
  <button onclick="this.nextElementSibling.textContent = ++window.presses">Press</button>
  <p>0</p><input><script>window.presses = 0</script>`

const presses = 10

async function touchEmptyPage(page: Page): Promise<number[]> {
  await page.setContent(emptyPage)
  await page.evaluate(watchInteractions)
  await slowDown(page)
  const hand = new Hand(page)
  for (let press = 1; press <= presses; press += 1) {
    await hand.tap(/^Press$/)
    await hand.see('p', new RegExp(`^${press}$`))
  }
  await hand.tap('input')
  await hand.type('as many letters as the counter has, and more of them')
  const interactions = await readInteractions(page)
  await page.close()
  return interactions
}
